package probe.app;

import android.Manifest;
import android.accounts.AccountManager;
import android.app.Activity;
import android.app.ActivityManager;
import android.bluetooth.BluetoothAdapter;
import android.content.BroadcastReceiver;
import android.content.ContentValues;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import android.content.pm.PackageManager;
import android.database.Cursor;
import android.hardware.Camera;
import android.hardware.biometrics.BiometricManager;
import android.location.Geocoder;
import android.media.AudioManager;
import android.media.MediaPlayer;
import android.media.MediaRecorder;
import android.media.RingtoneManager;
import android.media.SoundPool;
import android.net.ConnectivityManager;
import android.net.Network;
import android.net.NetworkCapabilities;
import android.net.NetworkRequest;
import android.net.Uri;
import android.net.wifi.WifiManager;
import android.nfc.NfcAdapter;
import android.os.BatteryManager;
import android.os.Build;
import android.os.StatFs;
import android.os.storage.StorageManager;
import android.provider.ContactsContract;
import android.provider.MediaStore;
import android.provider.Settings;
import android.security.keystore.KeyGenParameterSpec;
import android.security.keystore.KeyProperties;
import android.speech.tts.TextToSpeech;
import android.telephony.TelephonyManager;
import android.util.Log;
import android.view.ViewGroup;
import android.webkit.MimeTypeMap;
import android.webkit.WebSettings;
import android.webkit.WebView;
import android.widget.VideoView;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.Signature;
import java.util.Arrays;
import java.util.Collections;
import java.util.TreeSet;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;

/** What ordinary apps ask of the platform, a line for each; what throws says so in its line. */
final class Platform {
  /** One question. */
  interface Asked {
    Object answer() throws Exception;
  }

  private final Activity activity;

  Platform(Activity activity) {
    this.activity = activity;
  }

  private static void say(String text) {
    Log.i("probe", text);
  }

  private static void ask(String name, Asked asked) {
    String answer;
    try {
      answer = String.valueOf(asked.answer());
    } catch (Exception | LinkageError e) {
      answer = e.toString();
    }
    say(name + ": " + answer);
  }

  private <T> T service(Class<T> type) {
    return activity.getSystemService(type);
  }

  void sound() {
    ask("raw sound", () -> {
      MediaPlayer player = MediaPlayer.create(activity, activity.getResources().getIdentifier("beep", "raw", "probe.app"));
      player.setOnCompletionListener(done -> say("played to the end"));
      player.start();
      return player.getDuration() + " " + player.isPlaying();
    });
    ask("file that is not there", () -> {
      new MediaPlayer().setDataSource(activity.getFilesDir() + "/none.mp3");
      return null;
    });
    ask("asset sound", () -> {
      MediaPlayer player = new MediaPlayer();
      player.setDataSource(activity.getAssets().openFd("beep.wav"));
      player.prepare();
      return player.getDuration();
    });
    ask("ringtone", () -> RingtoneManager.getRingtone(activity, RingtoneManager.getDefaultUri(RingtoneManager.TYPE_NOTIFICATION)) != null);
    ask("pool", () -> {
      SoundPool pool = new SoundPool.Builder().build();
      pool.setOnLoadCompleteListener((of, sound, status) -> say("pool loaded " + status));
      return pool.load(activity, 1, 1) > 0;
    });
    ask("recorder", () -> {
      new MediaRecorder().setAudioSource(MediaRecorder.AudioSource.MIC);
      return null;
    });
    ask("speech", () -> new TextToSpeech(activity, status -> say("speech " + status)).speak("hello", TextToSpeech.QUEUE_FLUSH, null, "1"));
    ask("volume", () -> service(AudioManager.class).getStreamMaxVolume(AudioManager.STREAM_MUSIC) > 0);
    ask("video", () -> {
      VideoView video = new VideoView(activity);
      video.setOnErrorListener((player, what, extra) -> {
        say("video failed " + what);
        ((ViewGroup) video.getParent()).removeView(video);
        return true;
      });
      ((ViewGroup) activity.findViewById(android.R.id.content)).addView(video, 1, 1);
      video.setVideoPath(activity.getFilesDir() + "/film.mp4");
      video.start();
      return video.isPlaying();
    });
  }

  void keys() {
    ask("aliases", () -> new TreeSet<>(Collections.list(keyStore().aliases())));
    ask("aes", () -> {
      if (!keyStore().containsAlias("Aes")) {
        KeyGenerator maker = KeyGenerator.getInstance("AES", "AndroidKeyStore");
        maker.init(new KeyGenParameterSpec.Builder("Aes", KeyProperties.PURPOSE_ENCRYPT | KeyProperties.PURPOSE_DECRYPT)
            .setBlockModes("GCM").setEncryptionPaddings("NoPadding").setKeySize(256).build());
        maker.generateKey();
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, keyStore().getKey("Aes", null));
        byte[] secret = cipher.doFinal("secret".getBytes(StandardCharsets.UTF_8));
        activity.getSharedPreferences("keys", 0).edit().putString("iv", text(cipher.getIV())).putString("secret", text(secret)).commit();
      }
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.DECRYPT_MODE, keyStore().getKey("Aes", null), new GCMParameterSpec(128, bytes(activity.getSharedPreferences("keys", 0).getString("iv", ""))));
      return new String(cipher.doFinal(bytes(activity.getSharedPreferences("keys", 0).getString("secret", ""))), StandardCharsets.UTF_8);
    });
    ask("mac", () -> {
      KeyGenerator maker = KeyGenerator.getInstance("HmacSHA256", "AndroidKeyStore");
      maker.init(new KeyGenParameterSpec.Builder("Mac", KeyProperties.PURPOSE_SIGN).build());
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(maker.generateKey());
      return mac.doFinal(new byte[1]).length;
    });
    for (String kind : new String[] {"RSA", "EC"}) {
      ask(kind, () -> {
        KeyPairGenerator maker = KeyPairGenerator.getInstance(kind, "AndroidKeyStore");
        maker.initialize(new KeyGenParameterSpec.Builder(kind, KeyProperties.PURPOSE_SIGN | KeyProperties.PURPOSE_VERIFY).setDigests("SHA-256").build());
        KeyPair pair = maker.generateKeyPair();
        Signature signature = Signature.getInstance(kind.equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
        signature.initSign(((KeyStore.PrivateKeyEntry) keyStore().getEntry(kind, null)).getPrivateKey());
        signature.update((byte) 1);
        byte[] signed = signature.sign();
        signature.initVerify(keyStore().getCertificate(kind));
        signature.update((byte) 1);
        keyStore().getCertificate(kind).verify(pair.getPublic());
        return signature.verify(signed);
      });
    }
    ask("key that wants a finger", () -> {
      KeyGenerator maker = KeyGenerator.getInstance("AES", "AndroidKeyStore");
      maker.init(new KeyGenParameterSpec.Builder("Finger", KeyProperties.PURPOSE_ENCRYPT).setUserAuthenticationRequired(true).build());
      return null;
    });
    ask("biometrics", () -> Build.VERSION.SDK_INT < 29 ? 12 : service(BiometricManager.class).canAuthenticate());
  }

  void phone() {
    ask("battery", () -> {
      Intent battery = activity.registerReceiver(null, new IntentFilter(Intent.ACTION_BATTERY_CHANGED));
      return battery.getIntExtra("level", -1) + "/" + battery.getIntExtra("scale", -1) + " " + service(BatteryManager.class).getIntProperty(4);
    });
    ask("battery receiver", () -> activity.registerReceiver(new BroadcastReceiver() {
      @Override
      public void onReceive(Context context, Intent intent) {
        say("battery heard " + intent.getIntExtra("level", -1) + " " + (context == activity));
        activity.unregisterReceiver(this);
      }
    }, new IntentFilter(Intent.ACTION_BATTERY_CHANGED)) != null);
    ask("settings", () -> Settings.Global.getInt(activity.getContentResolver(), "adb_enabled") + " "
        + Settings.System.getInt(activity.getContentResolver(), "accelerometer_rotation") + " " + Settings.Secure.getInt(activity.getContentResolver(), "nothing", 7));
    ask("build", () -> Build.FINGERPRINT + " " + Arrays.toString(Build.SUPPORTED_ABIS));
    ask("user agent", () -> new WebView(activity).getSettings().getUserAgentString().equals(WebSettings.getDefaultUserAgent(activity)) + " " + WebSettings.getDefaultUserAgent(activity));
    ask("signature", () -> hash(activity.getPackageManager().getPackageInfo("probe.app", PackageManager.GET_SIGNATURES).signatures[0].toByteArray()));
    ask("signer", () -> hash(activity.getPackageManager().getPackageInfo("probe.app", PackageManager.GET_SIGNING_CERTIFICATES).signingInfo.getApkContentsSigners()[0].toByteArray()));
    ask("installer", () -> activity.getPackageManager().getInstallerPackageName("probe.app"));
    ask("features", () -> activity.getPackageManager().hasSystemFeature("android.hardware.touchscreen") + " "
        + activity.getPackageManager().hasSystemFeature("android.hardware.camera.any") + " " + (activity.getPackageManager().getSystemAvailableFeatures().length > 5));
    ask("icon", () -> activity.getPackageManager().getApplicationIcon("probe.app") != null);
    ask("memory", () -> {
      ActivityManager.MemoryInfo info = new ActivityManager.MemoryInfo();
      service(ActivityManager.class).getMemoryInfo(info);
      return (service(ActivityManager.class).getMemoryClass() > 64) + " " + (info.availMem > 0);
    });
    ask("room", () -> (new StatFs(activity.getFilesDir().getPath()).getAvailableBytes() > 0) + " " + service(StorageManager.class).getStorageVolumes().size());
    ask("types", () -> MimeTypeMap.getSingleton().getMimeTypeFromExtension("png") + " " + MimeTypeMap.getSingleton().getExtensionFromMimeType("application/pdf"));
    ask("network", () -> {
      ConnectivityManager manager = service(ConnectivityManager.class);
      manager.registerNetworkCallback(new NetworkRequest.Builder().addCapability(NetworkCapabilities.NET_CAPABILITY_INTERNET).build(), new ConnectivityManager.NetworkCallback() {
        @Override
        public void onAvailable(Network network) {
          say("network there");
        }
      });
      return manager.getNetworkCapabilities(manager.getActiveNetwork()).hasCapability(NetworkCapabilities.NET_CAPABILITY_VALIDATED)
          + " " + manager.getActiveNetworkInfo().isConnected();
    });
    ask("radios", () -> BluetoothAdapter.getDefaultAdapter() + " " + NfcAdapter.getDefaultAdapter(activity) + " "
        + (((WifiManager) activity.getApplicationContext().getSystemService(Context.WIFI_SERVICE)).getConnectionInfo() != null)
        + " " + service(TelephonyManager.class).getNetworkCountryIso().length() + " " + AccountManager.get(activity).getAccounts().length);
    ask("camera", () -> Camera.getNumberOfCameras() + " " + Camera.open());
    ask("places", () -> Geocoder.isPresent() + " " + new Geocoder(activity).getFromLocationName("Berlin", 1));
    ask("broadcasts", () -> {
      BroadcastReceiver receiver = new BroadcastReceiver() {
        @Override
        public void onReceive(Context context, Intent intent) {
          say("broadcast heard");
        }
      };
      if (Build.VERSION.SDK_INT >= 33) activity.registerReceiver(receiver, new IntentFilter("probe.app.TWICE"), Context.RECEIVER_NOT_EXPORTED);
      else activity.registerReceiver(receiver, new IntentFilter("probe.app.TWICE"));
      activity.sendBroadcast(new Intent("probe.app.TWICE"));
      activity.sendOrderedBroadcast(new Intent("probe.app.TWICE"), null);
      return "sent";
    });
  }

  void contents() {
    ask("contacts", () -> rows(ContactsContract.Contacts.CONTENT_URI, ContactsContract.Contacts._ID, ContactsContract.Contacts.DISPLAY_NAME));
    ask("all of contacts", () -> {
      try (Cursor cursor = activity.getContentResolver().query(ContactsContract.CommonDataKinds.Phone.CONTENT_URI, null, null, null, null)) {
        return cursor.getColumnIndexOrThrow(ContactsContract.CommonDataKinds.Phone.NUMBER) >= 0;
      }
    });
    ask("images", () -> rows(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, MediaStore.Images.Media._ID, MediaStore.Images.Media.DISPLAY_NAME));
    ask("own image", () -> {
      ContentValues values = new ContentValues();
      values.put(MediaStore.Images.Media.DISPLAY_NAME, "picture.png");
      Uri image = activity.getContentResolver().insert(MediaStore.Images.Media.EXTERNAL_CONTENT_URI, values);
      try (OutputStream out = activity.getContentResolver().openOutputStream(image)) {
        out.write(42);
      }
      try (InputStream in = activity.getContentResolver().openInputStream(image)) {
        return in.read() + " " + rows(image, MediaStore.Images.Media.DISPLAY_NAME);
      }
    });
    ask("nobody's rows", () -> activity.getContentResolver().query(Uri.parse("content://nobody.here/x"), null, null, null, null));
    ask("nobody's insert", () -> activity.getContentResolver().insert(Uri.parse("content://nobody.here/x"), new ContentValues()));
    ask("nobody's stream", () -> activity.getContentResolver().openInputStream(Uri.parse("content://nobody.here/x")));
  }

  private String rows(Uri uri, String... columns) {
    try (Cursor cursor = activity.getContentResolver().query(uri, columns, null, null, null)) {
      return cursor.getCount() + Arrays.toString(cursor.getColumnNames()) + (cursor.moveToFirst() ? cursor.getString(0) : "");
    }
  }

  private static KeyStore keyStore() throws Exception {
    KeyStore store = KeyStore.getInstance("AndroidKeyStore");
    store.load(null);
    return store;
  }

  private static String hash(byte[] bytes) throws Exception {
    return text(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static String text(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte one : bytes) text.append(String.format("%02x", one));
    return text.toString();
  }

  private static byte[] bytes(String text) {
    byte[] bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
    return bytes;
  }
}
