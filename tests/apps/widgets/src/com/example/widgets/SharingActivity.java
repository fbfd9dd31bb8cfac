package com.example.widgets;

import android.app.Activity;
import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.content.Intent;
import android.net.Uri;
import android.os.Bundle;
import android.provider.Settings;
import android.widget.Button;
import android.widget.LinearLayout;
import android.widget.TextView;

/** What leads out of an app: sharing, also with itself under two names, a link, the settings, a notification. Tells what it was given. */
public final class SharingActivity extends Activity {
  private TextView told;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    LinearLayout column = new LinearLayout(this);
    column.setOrientation(LinearLayout.VERTICAL);
    told = new TextView(this);
    told.setText(Intent.ACTION_SEND.equals(getIntent().getAction()) ? given(getIntent()) : "nothing yet");
    column.addView(told);
    button(column, "Share", () -> startActivityForResult(Intent.createChooser(text(), "Share with"), 5));
    button(column, "Send", () -> startActivityForResult(text(), 6));
    button(column, "Thank", () -> {
      setResult(RESULT_OK, new Intent().putExtra("thanks", "for " + getIntent().getStringExtra(Intent.EXTRA_TEXT)));
      finish();
    });
    button(column, "Link", () -> startActivity(new Intent(Intent.ACTION_VIEW, Uri.parse("https://shop.example/item/3"))));
    button(column, "Details", () -> startActivity(new Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, Uri.fromParts("package", getPackageName(), null))));
    button(column, "Notify", this::post);
    setContentView(column);
  }

  private void button(LinearLayout column, String label, Runnable action) {
    Button button = new Button(this);
    button.setAllCaps(false);
    button.setText(label);
    button.setOnClickListener(view -> action.run());
    column.addView(button);
  }

  private static Intent text() {
    Bundle bundle = new Bundle();
    bundle.putIntegerArrayList("list", new java.util.ArrayList<>(java.util.Arrays.asList(1, 2, 3)));
    return new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, "Hello")
        .putExtra(Intent.EXTRA_STREAM, Uri.parse("content://com.example.widgets/1")).putExtra("more", bundle);
  }

  private String given(Intent intent) {
    Bundle more = intent.getBundleExtra("more");
    Uri clip = intent.getClipData() == null ? null : intent.getClipData().getItemAt(0).getUri();
    return intent.getStringExtra(Intent.EXTRA_TEXT) + " " + clip + " " + (more == null ? null : more.getIntegerArrayList("list")) + " in task " + getTaskId();
  }

  private void post() {
    NotificationManager manager = getSystemService(NotificationManager.class);
    manager.createNotificationChannel(new NotificationChannel("loud", "Loud", NotificationManager.IMPORTANCE_HIGH));
    manager.notify(1, new Notification.Builder(this, "loud").setSmallIcon(android.R.drawable.ic_dialog_info).setContentTitle("Posted").build());
    told.setText("may post: " + manager.areNotificationsEnabled());
  }

  @Override
  protected void onActivityResult(int request, int code, Intent data) {
    told.setText("result " + request + " " + code + " " + (data == null ? null : data.getStringExtra("thanks")));
  }
}
