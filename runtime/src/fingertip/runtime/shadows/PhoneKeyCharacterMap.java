package fingertip.runtime.shadows;

import android.view.KeyEvent;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowKeyCharacterMap;

/** Which of the characters that a field takes a key can type: number and date fields ask for that. */
@Implements(className = "android.view.KeyCharacterMap")
public class PhoneKeyCharacterMap extends ShadowKeyCharacterMap {
  private static final int[] SHIFTS = {0, KeyEvent.META_SHIFT_ON};

  @Implementation
  protected static char nativeGetMatch(long map, int code, char[] taken, int meta) {
    char typed = nativeGetCharacter(map, code, meta);
    if (isAmong(typed, taken)) return typed;
    for (int shift : SHIFTS) {
      char other = nativeGetCharacter(map, code, shift);
      if (isAmong(other, taken)) return other;
    }
    return 0;
  }

  private static boolean isAmong(char typed, char[] taken) {
    for (char one : taken) if (one == typed) return typed != 0;
    return false;
  }
}
