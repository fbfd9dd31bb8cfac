package widgets.app;

import android.app.Activity;
import android.app.AlertDialog;
import android.content.Context;
import android.graphics.drawable.ColorDrawable;
import android.os.Bundle;
import android.text.InputType;
import android.view.View;
import android.view.ViewGroup.LayoutParams;
import android.widget.ArrayAdapter;
import android.widget.Button;
import android.widget.CheckBox;
import android.widget.CompoundButton;
import android.widget.EditText;
import android.widget.FrameLayout;
import android.widget.ImageButton;
import android.widget.ImageView;
import android.widget.LinearLayout;
import android.widget.ProgressBar;
import android.widget.RadioButton;
import android.widget.ScrollView;
import android.widget.SeekBar;
import android.widget.Space;
import android.widget.Spinner;
import android.widget.Switch;
import android.widget.TextClock;
import android.widget.TextView;
import java.util.function.Consumer;
import java.util.function.Function;

/** Every widget that a declared app knows, in every state; before each a line that says what it is. */
public final class Home extends Activity {
  private LinearLayout page;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    page = new LinearLayout(this);
    page.setOrientation(LinearLayout.VERTICAL);
    setContentView(page);

    add("text", TextView::new, view -> view.setText("Hello"));
    add("text tap", TextView::new, view -> { view.setText("Hello"); view.setOnClickListener(v -> {}); });
    add("text tap long_tap", TextView::new, view -> {
      view.setText("Hello");
      view.setOnClickListener(v -> {});
      view.setOnLongClickListener(v -> true);
    });
    add("text disabled", TextView::new, view -> { view.setText("Hello"); view.setEnabled(false); });
    add("text desc", TextView::new, view -> { view.setText("Hello"); view.setContentDescription("Greeting"); });
    add("button", Button::new, this::label);
    add("button disabled", Button::new, view -> { label(view); view.setEnabled(false); });
    add("button long_tap", Button::new, view -> { label(view); view.setOnLongClickListener(v -> true); });
    add("icon_button desc", ImageButton::new, view -> { picture(view); view.setContentDescription("Like"); });
    add("icon_button", ImageButton::new, this::picture);
    add("icon_button desc disabled", ImageButton::new, view -> { picture(view); view.setContentDescription("Like"); view.setEnabled(false); });
    add("image desc", ImageView::new, view -> { picture(view); view.setContentDescription("A photo"); });
    add("image", ImageView::new, this::picture);
    add("image desc tap", ImageView::new, view -> { picture(view); view.setContentDescription("A photo"); view.setOnClickListener(v -> {}); });

    field("field", "", "Name", InputType.TYPE_CLASS_TEXT);
    field("field filled", "Ada", "Name", InputType.TYPE_CLASS_TEXT);
    field("field no_hint", "", null, InputType.TYPE_CLASS_TEXT);
    field("field filled disabled", "Ada", "Name", InputType.TYPE_CLASS_TEXT).setEnabled(false);
    field("field disabled", "", "Name", InputType.TYPE_CLASS_TEXT).setEnabled(false);
    field("field password", "", "Name", InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
    field("field password filled", "Ada", "Name", InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_VARIATION_PASSWORD);
    field("field multiline filled", "Ada\nGrace", "Name", InputType.TYPE_CLASS_TEXT | InputType.TYPE_TEXT_FLAG_MULTI_LINE);
    field("field number filled", "42", "Name", InputType.TYPE_CLASS_NUMBER);
    // A date: an editor that only opens a calendar.
    EditText date = field("date", "", "Day", InputType.TYPE_NULL);
    date.setFocusable(false);
    date.setOnClickListener(v -> {});
    date = field("date filled", "2026-11-15", "Day", InputType.TYPE_NULL);
    date.setFocusable(false);
    date.setOnClickListener(v -> {});

    toggles("check_box", CheckBox::new);
    toggles("switch", Switch::new);
    toggles("radio", RadioButton::new);

    add("slider desc", SeekBar::new, view -> { view.setMax(100); view.setProgress(30); view.setContentDescription("Level"); });
    add("slider", SeekBar::new, view -> { view.setMax(100); view.setProgress(30); });
    add("slider desc disabled", SeekBar::new, view -> {
      view.setMax(100);
      view.setProgress(30);
      view.setContentDescription("Level");
      view.setEnabled(false);
    });
    add("spinner", ProgressBar::new, view -> {});
    add("progress", context -> new ProgressBar(context, null, android.R.attr.progressBarStyleHorizontal), view -> { view.setMax(100); view.setProgress(30); });

    add("dropdown", Spinner::new, view -> view.setAdapter(choices()));
    add("dropdown disabled", Spinner::new, view -> { view.setAdapter(choices()); view.setEnabled(false); });

    add("column", LinearLayout::new, this::holding);
    add("column tap", LinearLayout::new, view -> { holding(view); view.setOnClickListener(v -> {}); });
    add("column desc", LinearLayout::new, view -> { holding(view); view.setContentDescription("Group"); });
    add("column hidden", LinearLayout::new, view -> {
      view.setOrientation(LinearLayout.VERTICAL);
      TextView gone = line("Gone");
      gone.setVisibility(View.GONE);
      view.addView(gone);
      view.addView(line("In it"));
      view.addView(new Space(this), new LinearLayout.LayoutParams(10, 10));
      view.addView(line("Last"));
    });
    add("stack", FrameLayout::new, this::holding);
    add("scroll", ScrollView::new, view -> {
      LinearLayout column = new LinearLayout(this);
      column.addView(line("In it"));
      view.addView(column);
    });
    ScrollView scroll = add("scroll overflowing", ScrollView::new, view -> {
      LinearLayout column = new LinearLayout(this);
      column.setOrientation(LinearLayout.VERTICAL);
      column.addView(line("Whole"), new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, 40));
      column.addView(line("Cut"), new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, 40));
      column.addView(line("Beyond"), new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, 40));
      view.addView(column);
    });
    scroll.getLayoutParams().height = 60;
    add("divider", View::new, view -> view.setMinimumHeight(1)).getLayoutParams().height = 1;
    add("space", Space::new, view -> view.setMinimumHeight(10));
    add("clock", TextClock::new, view -> { view.setFormat12Hour("'12:34'"); view.setFormat24Hour("'12:34'"); });

    Button alert = add("(alert)", Button::new, view -> { view.setText("Open"); view.setAllCaps(false); });
    alert.setOnClickListener(v -> new AlertDialog.Builder(this).setTitle("Sure?").setMessage("It is gone then.")
        .setPositiveButton("Yes", null).setNegativeButton("No", null).setNeutralButton("Later", null).show());
  }

  /** Its text as it was given: capitals are a matter of the theme. */
  private void label(Button view) {
    view.setText("Do it");
    view.setAllCaps(false);
    view.setOnClickListener(v -> {});
  }

  private void picture(ImageView view) {
    view.setImageDrawable(new ColorDrawable(0xff336699));
    view.setMinimumWidth(24);
    view.setMinimumHeight(24);
  }

  private void holding(android.view.ViewGroup view) {
    view.addView(line("In it"));
  }

  private TextView line(String text) {
    TextView line = new TextView(this);
    line.setText(text);
    return line;
  }

  private EditText field(String name, String text, String hint, int type) {
    return add(name, EditText::new, view -> {
      view.setInputType(type);
      view.setHint(hint);
      view.setText(text);
    });
  }

  private void toggles(String name, Function<Context, ? extends CompoundButton> make) {
    for (String state : new String[] {"", " on", " disabled", " on disabled"}) {
      add(name + state, make, view -> {
        view.setText("Remember");
        view.setChecked(state.startsWith(" on"));
        view.setEnabled(!state.endsWith("disabled"));
      });
    }
  }

  private ArrayAdapter<String> choices() {
    ArrayAdapter<String> adapter = new ArrayAdapter<>(this, android.R.layout.simple_spinner_item, new String[] {"One", "Two"});
    adapter.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
    return adapter;
  }

  private <V extends View> V add(String name, Function<Context, ? extends V> make, Consumer<? super V> set) {
    TextView title = line("# " + name);
    title.setTextSize(8);
    page.addView(title);
    V view = make.apply(this);
    set.accept(view);
    page.addView(view, new LinearLayout.LayoutParams(LayoutParams.MATCH_PARENT, LayoutParams.WRAP_CONTENT));
    return view;
  }
}
