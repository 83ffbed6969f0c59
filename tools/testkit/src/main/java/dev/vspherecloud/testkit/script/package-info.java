/// A vCenter that answers from a script, for what the simulator cannot do.
///
/// It has no inventory: it plays back good answers for the usual calls of a session, scripted ones for the calls
/// that a test is about, and hostile ones that must not harm a client. The threads of a server end with it. Begin
/// with [ScriptedVcenter]; [GoodAnswers] and [HostileAnswers] are the tables.
@NullMarked
package dev.vspherecloud.testkit.script;

import org.jspecify.annotations.NullMarked;
