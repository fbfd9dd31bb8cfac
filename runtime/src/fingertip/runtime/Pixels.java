package fingertip.runtime;

import android.graphics.Bitmap;
import android.graphics.Canvas;
import android.graphics.Color;
import android.view.View;
import fingertip.runtime.wire.Call;
import org.robolectric.util.ReflectionHelpers;

/** A window as it looks, drawn by the framework into a bitmap. */
final class Pixels {
  private static final int ROWS = 64;
  private Bitmap bitmap;

  void answer(Call call) {
    View window = Session.windows().byId(call.number("window"));
    int width = window.getWidth();
    int height = window.getHeight();
    if (width < 1 || height < 1) throw new Refused("the window is not laid out yet");
    if (bitmap == null || bitmap.getWidth() != width || bitmap.getHeight() != height) {
      if (bitmap != null) bitmap.recycle();
      bitmap = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888);
    }
    bitmap.eraseColor(Color.TRANSPARENT);
    Canvas canvas = new Canvas(bitmap);
    int scrolled = ReflectionHelpers.getField(window.getViewRootImpl(), "mCurScrollY");
    canvas.translate(0, -scrolled);
    window.draw(canvas);
    int[] colours = new int[width * Math.min(height, ROWS)];
    byte[] bytes = new byte[colours.length * 4];
    Session.wire().pixels(call.number, width, height, out -> {
      for (int row = 0; row < height; row += ROWS) {
        int rows = Math.min(ROWS, height - row);
        bitmap.getPixels(colours, 0, width, 0, row, width, rows);
        int at = 0;
        for (int i = 0; i < width * rows; i++) {
          int colour = colours[i];
          bytes[at++] = (byte) (colour >> 16);
          bytes[at++] = (byte) (colour >> 8);
          bytes[at++] = (byte) colour;
          bytes[at++] = (byte) (colour >>> 24);
        }
        out.write(bytes, 0, at);
      }
    });
  }
}
