//! Attributes of Android's namespace that the phone reads, with their resource ids.

use super::xml::Name;

pub(super) const ALLOW_BACKUP: Name = Name(0x0101_0280, "allowBackup");
pub(super) const ALLOW_CLEAR_USER_DATA: Name = Name(0x0101_0005, "allowClearUserData");
pub(super) const AUTHORITIES: Name = Name(0x0101_0018, "authorities");
pub(super) const DEBUGGABLE: Name = Name(0x0101_000f, "debuggable");
pub(super) const ENABLED: Name = Name(0x0101_000e, "enabled");
pub(super) const EXPORTED: Name = Name(0x0101_0010, "exported");
pub(super) const EXTRACT_NATIVE_LIBS: Name = Name(0x0101_04ea, "extractNativeLibs");
pub(super) const HAS_CODE: Name = Name(0x0101_000c, "hasCode");
pub(super) const HOST: Name = Name(0x0101_0028, "host");
pub(super) const IS_SPLIT_REQUIRED: Name = Name(0x0101_0591, "isSplitRequired");
pub(super) const LABEL: Name = Name(0x0101_0001, "label");
pub(super) const LARGE_HEAP: Name = Name(0x0101_035a, "largeHeap");
pub(super) const LAUNCH_MODE: Name = Name(0x0101_001d, "launchMode");
pub(super) const MAX_SDK_VERSION: Name = Name(0x0101_0271, "maxSdkVersion");
pub(super) const MIME_TYPE: Name = Name(0x0101_0026, "mimeType");
pub(super) const MIN_SDK_VERSION: Name = Name(0x0101_020c, "minSdkVersion");
pub(super) const NAME: Name = Name(0x0101_0003, "name");
pub(super) const PATH: Name = Name(0x0101_002a, "path");
pub(super) const PATH_PATTERN: Name = Name(0x0101_002c, "pathPattern");
pub(super) const PATH_PREFIX: Name = Name(0x0101_002b, "pathPrefix");
pub(super) const PATH_SUFFIX: Name = Name(0x0101_061e, "pathSuffix");
pub(super) const PORT: Name = Name(0x0101_0029, "port");
pub(super) const PROTECTION_LEVEL: Name = Name(0x0101_0009, "protectionLevel");
pub(super) const REQUIRED_SPLIT_TYPES: Name = Name(0x0101_064e, "requiredSplitTypes");
pub(super) const REVISION_CODE: Name = Name(0x0101_04d5, "revisionCode");
pub(super) const SCHEME: Name = Name(0x0101_0027, "scheme");
pub(super) const SPLIT_TYPES: Name = Name(0x0101_064f, "splitTypes");
pub(super) const SUPPORTS_RTL: Name = Name(0x0101_03af, "supportsRtl");
pub(super) const TARGET_ACTIVITY: Name = Name(0x0101_0202, "targetActivity");
pub(super) const TARGET_PACKAGE: Name = Name(0x0101_0021, "targetPackage");
pub(super) const TARGET_SDK_VERSION: Name = Name(0x0101_0270, "targetSdkVersion");
pub(super) const TEST_ONLY: Name = Name(0x0101_0272, "testOnly");
pub(super) const VERSION_CODE: Name = Name(0x0101_021b, "versionCode");
pub(super) const VERSION_CODE_MAJOR: Name = Name(0x0101_0576, "versionCodeMajor");
pub(super) const VERSION_NAME: Name = Name(0x0101_021c, "versionName");
