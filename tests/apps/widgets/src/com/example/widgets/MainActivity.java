package com.example.widgets;

import android.app.ListActivity;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.ArrayAdapter;
import android.widget.ListView;

/** The way to every page. */
public final class MainActivity extends ListActivity {
  private static final String[] NAMES = {"Texts", "Controls", "Choosing", "Lists", "Windows", "Moving"};
  private static final Class<?>[] PAGES = {
    TextsActivity.class, ControlsActivity.class, ChoosingActivity.class, ListsActivity.class, WindowsActivity.class, MovingActivity.class
  };

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setListAdapter(new ArrayAdapter<>(this, android.R.layout.simple_list_item_1, NAMES));
  }

  @Override
  protected void onListItemClick(ListView list, View row, int position, long id) {
    startActivity(new Intent(this, PAGES[position]));
  }
}
