package com.example.widgets;

import android.app.Activity;
import android.app.DatePickerDialog;
import android.app.TimePickerDialog;
import android.os.Bundle;
import android.view.View;
import android.widget.AdapterView;
import android.widget.ArrayAdapter;
import android.widget.NumberPicker;
import android.widget.Spinner;
import android.widget.TextView;
import java.util.Locale;

/** One of several. */
public final class ChoosingActivity extends Activity {
  private static final String[] PLANETS = {"Mercury", "Venus", "Earth", "Mars"};

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.choosing);
    TextView chosen = findViewById(R.id.chosen);
    Spinner planet = findViewById(R.id.planet);
    ArrayAdapter<String> planets = new ArrayAdapter<>(this, android.R.layout.simple_spinner_item, PLANETS);
    planets.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
    planet.setAdapter(planets);
    planet.setOnItemSelectedListener(new AdapterView.OnItemSelectedListener() {
      @Override public void onItemSelected(AdapterView<?> parent, View view, int position, long id) { chosen.setText("Chosen: " + PLANETS[position]); }
      @Override public void onNothingSelected(AdapterView<?> parent) {}
    });
    findViewById(R.id.pick_date).setOnClickListener(view -> new DatePickerDialog(this, (picker, year, month, day) ->
        chosen.setText(String.format(Locale.ROOT, "Chosen: %04d-%02d-%02d", year, month + 1, day)), 2026, 5, 1).show());
    findViewById(R.id.pick_time).setOnClickListener(view -> new TimePickerDialog(this, (picker, hour, minute) ->
        chosen.setText(String.format(Locale.ROOT, "Chosen: %02d:%02d", hour, minute)), 9, 30, true).show());
    NumberPicker number = findViewById(R.id.number_picker);
    number.setMinValue(1);
    number.setMaxValue(9);
    number.setValue(5);
  }
}
