//! Android, over adb. The only place that writes Android command lines and reads their answers.
