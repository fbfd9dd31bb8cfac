package com.example.widgets;

import android.app.Activity;
import android.os.Bundle;
import android.widget.ArrayAdapter;
import android.widget.ExpandableListView;
import android.widget.GridView;
import android.widget.ListView;
import android.widget.SimpleExpandableListAdapter;
import android.widget.TabHost;
import android.widget.Toast;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A thousand rows, a grid, groups that open, each behind a tab. */
public final class ListsActivity extends Activity {
  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.lists);
    TabHost tabs = findViewById(android.R.id.tabhost);
    tabs.setup();
    tabs.addTab(tabs.newTabSpec("rows").setIndicator("Rows").setContent(R.id.rows));
    tabs.addTab(tabs.newTabSpec("grid").setIndicator("Grid").setContent(R.id.grid));
    tabs.addTab(tabs.newTabSpec("groups").setIndicator("Groups").setContent(R.id.groups));
    ListView rows = findViewById(R.id.rows);
    rows.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, names("Row", 1000)));
    rows.setOnItemClickListener((parent, view, position, id) -> Toast.makeText(this, "Row " + position, Toast.LENGTH_SHORT).show());
    GridView grid = findViewById(R.id.grid);
    grid.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, names("Cell", 60)));
    ExpandableListView groups = findViewById(R.id.groups);
    String[] from = {"name"};
    int[] to = {android.R.id.text1};
    List<Map<String, String>> heads = new ArrayList<>();
    List<List<Map<String, String>>> members = new ArrayList<>();
    for (String head : new String[] {"Fruit", "Tools"}) {
      heads.add(Collections.singletonMap("name", head));
      List<Map<String, String>> inside = new ArrayList<>();
      for (int number = 1; number <= 3; number++) inside.add(Collections.singletonMap("name", head + " " + number));
      members.add(inside);
    }
    groups.setAdapter(new SimpleExpandableListAdapter(this, heads, android.R.layout.simple_expandable_list_item_1, from, to,
        members, android.R.layout.simple_list_item_1, from, to));
  }

  private static List<String> names(String word, int count) {
    List<String> names = new ArrayList<>();
    for (int number = 0; number < count; number++) names.add(word + " " + number);
    return names;
  }
}
