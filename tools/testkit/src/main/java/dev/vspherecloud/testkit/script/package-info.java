/// A vCenter that says what a test wrote down, for what the simulator cannot say.
///
/// It is not a second simulator: it has no inventory. It plays answers back, good ones for a session's usual calls,
/// scripted ones for the calls a test is about, and hostile ones that no client may be hurt by.
@NullMarked
package dev.vspherecloud.testkit.script;

import org.jspecify.annotations.NullMarked;
