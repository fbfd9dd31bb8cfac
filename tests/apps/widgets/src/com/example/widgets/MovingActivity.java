package com.example.widgets;

import android.app.Activity;
import android.os.Bundle;
import android.widget.Chronometer;
import android.widget.ViewFlipper;

/** What never comes to rest. */
public final class MovingActivity extends Activity {
  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.moving);
    this.<Chronometer>findViewById(R.id.chronometer).start();
    ViewFlipper flipper = findViewById(R.id.flipper);
    findViewById(R.id.flip).setOnClickListener(view -> flipper.showNext());
  }
}
