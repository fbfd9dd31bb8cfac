package org.robolectric.internal.bytecode;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import org.robolectric.util.ReflectionHelpers;

/**
 * Stands in for Robolectric's class of this name, by which instrumented code is bound to shadows. A test may change shadows between two
 * calls; here they never change, so that every call is bound for good, which the quick compiler can see through. Traces are cleaned where
 * they are shown.
 */
public class InvokeDynamicSupport {
  /** Set by the sandbox. */
  private static Interceptors INTERCEPTORS;
  private static final MethodHandle SHADOW;
  private static final MethodHandle NOTHING = MethodHandles.constant(Void.class, null).asType(MethodType.methodType(void.class));

  static {
    try {
      SHADOW = MethodHandles.lookup().findVirtual(ShadowedObject.class, "$$robo$getData", MethodType.methodType(Object.class));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private InvokeDynamicSupport() {}

  /** What makes the shadow of a new object. */
  public static CallSite bootstrapInit(Lookup caller, String name, MethodType type) {
    return bound(RobolectricInternals.getShadowCreator(caller.lookupClass()), type);
  }

  public static CallSite bootstrap(Lookup caller, String name, MethodType type, MethodHandle own, int isNative) throws IllegalAccessException {
    return method(caller.lookupClass(), name, type, own, false, isNative == 1);
  }

  public static CallSite bootstrapStatic(Lookup caller, String name, MethodType type, MethodHandle own, int isNative) throws IllegalAccessException {
    return method(caller.lookupClass(), name, type, own, true, isNative == 1);
  }

  /** A call out of instrumented code that something else takes. */
  public static CallSite bootstrapIntrinsic(Lookup caller, String name, MethodType type, String callee) throws IllegalAccessException {
    Interceptor interceptor = INTERCEPTORS.findInterceptor(callee, name);
    if (interceptor == null) return bound(MethodHandles.dropArguments(NOTHING, 0, type.parameterList()), type);
    try {
      Class<?> inside = ReflectionHelpers.loadClass(RobolectricInternals.getClassLoader(), interceptor.getClass().getName());
      return bound(((Interceptor) ReflectionHelpers.newInstance(inside)).getMethodHandle(name, type), type);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static CallSite method(Class<?> type, String name, MethodType of, MethodHandle own, boolean isStatic, boolean isNative)
      throws IllegalAccessException {
    MethodHandle found = RobolectricInternals.findShadowMethodHandle(type, name, of, isStatic, isNative);
    if (found == null) return bound(own, of);
    if (found == ShadowWrangler.DO_NOTHING) return bound(MethodHandles.dropArguments(found, 0, of.parameterList()), of);
    if (!isStatic) {
      Class<?> receiver = found.type().parameterType(0);
      // The native half of the class itself takes the object, a shadow's method the object's shadow.
      if (receiver != type) found = MethodHandles.filterArguments(found, 0, SHADOW.asType(MethodType.methodType(receiver, of.parameterType(0))));
    }
    return bound(found, of);
  }

  private static CallSite bound(MethodHandle handle, MethodType type) {
    return new ConstantCallSite(handle.asType(type));
  }
}
