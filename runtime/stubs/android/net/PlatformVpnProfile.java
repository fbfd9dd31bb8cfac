package android.net;

/** For older levels only: methods of a shadow of Robolectric's name it, so that the shadow cannot be looked at without it. */
public class PlatformVpnProfile {}
