package com.example.widgets;

import android.app.Activity;
import android.os.Bundle;
import android.text.Editable;
import android.text.TextWatcher;
import android.widget.ArrayAdapter;
import android.widget.AutoCompleteTextView;
import android.widget.EditText;
import android.widget.SearchView;
import android.widget.TextView;

/** Everything that is typed into. The extra `text` is what the first line says. */
public final class TextsActivity extends Activity {
  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.texts);
    String text = getIntent().getStringExtra("text");
    if (text != null) this.<TextView>findViewById(R.id.plain_text).setText(text);
    TextView echo = findViewById(R.id.echo);
    EditText name = findViewById(R.id.name);
    name.addTextChangedListener(new TextWatcher() {
      @Override public void beforeTextChanged(CharSequence text, int start, int count, int after) {}
      @Override public void onTextChanged(CharSequence text, int start, int before, int count) {}
      @Override public void afterTextChanged(Editable text) { echo.setText("Hello " + text); }
    });
    AutoCompleteTextView country = findViewById(R.id.country);
    String[] countries = {"Austria", "Australia", "Belgium", "Brazil", "Canada"};
    country.setAdapter(new ArrayAdapter<>(this, android.R.layout.simple_dropdown_item_1line, countries));
    SearchView search = findViewById(R.id.search);
    search.setOnQueryTextListener(new SearchView.OnQueryTextListener() {
      @Override public boolean onQueryTextSubmit(String text) { echo.setText("Searched " + text); return true; }
      @Override public boolean onQueryTextChange(String text) { return false; }
    });
  }
}
