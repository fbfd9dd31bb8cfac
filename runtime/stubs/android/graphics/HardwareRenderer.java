package android.graphics;

/**
 * For API 28 only: Robolectric's native library looks this class up on every level and ends the process where it is missing. A framework
 * that has the class comes first on the class path.
 */
public class HardwareRenderer {
  static void invokePictureCapturedCallback(long picture, PictureCapturedCallback callback) {}

  interface PictureCapturedCallback {}

  interface ASurfaceTransactionCallback {
    boolean onMergeTransaction(long transaction, long control, long frame);
  }

  interface PrepareSurfaceControlForWebviewCallback {
    void prepare();
  }

  interface FrameDrawingCallback {
    void onFrameDraw(long frame);

    FrameCommitCallback onFrameDraw(int sync, long frame);
  }

  interface FrameCommitCallback {
    void onFrameCommit(boolean swapped);
  }

  interface FrameCompleteCallback {
    void onFrameComplete(long frame);
  }
}
