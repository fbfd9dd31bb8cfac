package com.example.widgets;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.Intent;
import android.os.Bundle;
import android.os.SystemClock;
import android.util.Log;
import android.view.Menu;
import android.view.MenuItem;
import android.widget.PopupMenu;
import android.widget.TextView;
import android.widget.Toast;

/** What opens above the page, what answers it, and what ends it. */
public final class WindowsActivity extends Activity {
  private static final int ASKED = 7;
  private TextView result;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    setContentView(R.layout.windows);
    result = findViewById(R.id.result);
    findViewById(R.id.show_dialog).setOnClickListener(view -> new AlertDialog.Builder(this)
        .setTitle("Delete everything?").setMessage("This cannot be undone.")
        .setPositiveButton("Delete", (dialog, which) -> told("deleted"))
        .setNegativeButton("Keep", (dialog, which) -> told("kept")).show());
    String[] colors = {"Red", "Green", "Blue"};
    findViewById(R.id.show_choices).setOnClickListener(view -> new AlertDialog.Builder(this)
        .setTitle("Choose a colour").setSingleChoiceItems(colors, 0, (dialog, which) -> { told(colors[which]); dialog.dismiss(); }).show());
    findViewById(R.id.show_popup).setOnClickListener(view -> {
      PopupMenu popup = new PopupMenu(this, view);
      popup.getMenu().add("Copy");
      popup.getMenu().add("Paste");
      popup.setOnMenuItemClickListener(item -> { told(item.getTitle().toString()); return true; });
      popup.show();
    });
    findViewById(R.id.show_toast).setOnClickListener(view -> Toast.makeText(this, "Bread is ready", Toast.LENGTH_LONG).show());
    findViewById(R.id.ask).setOnClickListener(view ->
        startActivityForResult(new Intent(this, AnswerActivity.class).putExtra("question", "Tea or coffee?"), ASKED));
    findViewById(R.id.crash).setOnClickListener(view -> { throw new IllegalStateException("asked to crash"); });
    // Not SystemClock.sleep: the thread itself must be blocked, whatever the clock says.
    findViewById(R.id.hang).setOnClickListener(view -> {
      Log.w("Widgets", "hanging at " + SystemClock.uptimeMillis());
      try {
        Thread.sleep(60_000);
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    });
  }

  @Override
  public boolean onCreateOptionsMenu(Menu menu) {
    getMenuInflater().inflate(R.menu.windows, menu);
    return true;
  }

  @Override
  public boolean onOptionsItemSelected(MenuItem item) {
    told(item.getTitle().toString());
    return true;
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    if (request == ASKED) told(code == RESULT_OK ? data.getStringExtra("answer") : "no answer");
  }

  private void told(String text) {
    result.setText("Result: " + text);
  }
}
