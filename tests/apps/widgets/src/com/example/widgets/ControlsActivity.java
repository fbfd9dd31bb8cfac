package com.example.widgets;

import android.app.Activity;
import android.os.Bundle;
import android.widget.CheckedTextView;
import android.widget.SeekBar;
import android.widget.TextView;

/** Buttons, switches, bars. */
public final class ControlsActivity extends Activity {
  private int count;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.controls);
    count = saved == null ? 0 : saved.getInt("count");
    TextView shown = findViewById(R.id.count);
    shown.setText("Count: " + count);
    findViewById(R.id.button).setOnClickListener(view -> shown.setText("Count: " + ++count));
    findViewById(R.id.image_button).setOnClickListener(view -> shown.setText("Camera"));
    findViewById(R.id.image_button).setOnLongClickListener(view -> { shown.setText("Camera, held"); return true; });
    CheckedTextView checked = findViewById(R.id.checked_text);
    checked.setOnClickListener(view -> checked.toggle());
    TextView label = findViewById(R.id.volume_label);
    SeekBar volume = findViewById(R.id.volume);
    volume.setOnSeekBarChangeListener(new SeekBar.OnSeekBarChangeListener() {
      @Override public void onProgressChanged(SeekBar bar, int progress, boolean byUser) { label.setText("Volume: " + progress); }
      @Override public void onStartTrackingTouch(SeekBar bar) {}
      @Override public void onStopTrackingTouch(SeekBar bar) {}
    });
  }

  @Override
  protected void onSaveInstanceState(Bundle out) {
    super.onSaveInstanceState(out);
    out.putInt("count", count);
  }
}
