package com.example.widgets;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;

/** Answers whoever started it. */
public final class AnswerActivity extends Activity {
  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    LinearLayout page = new LinearLayout(this);
    page.setOrientation(LinearLayout.VERTICAL);
    TextView question = new TextView(this);
    question.setText(getIntent().getStringExtra("question"));
    page.addView(question);
    for (String answer : new String[] {"Tea", "Coffee"}) {
      Button button = new Button(this);
      button.setText(answer);
      button.setOnClickListener(view -> { setResult(RESULT_OK, new Intent().putExtra("answer", answer)); finish(); });
      page.addView(button);
    }
    setContentView(page);
  }
}
