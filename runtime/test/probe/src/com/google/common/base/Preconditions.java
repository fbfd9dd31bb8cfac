package com.google.common.base;

/** A Guava of the app's own, older than any that the runtime may have. */
public final class Preconditions {
  public static String version() {
    return "the app's own";
  }
}
