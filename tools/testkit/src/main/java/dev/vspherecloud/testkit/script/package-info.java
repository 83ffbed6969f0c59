/// A vCenter that responds by a script, for behaviour that the simulator does not have.
///
/// It has no inventory. It returns good responses to the usual calls of a session, scripted responses to the calls that
/// a test is about, and hostile ones that must not harm a client. The threads of a server end with it. Begin with
/// [ScriptedVcenter]; [GoodAnswers] and [HostileAnswers] are the tables.
@NullMarked
package dev.vspherecloud.testkit.script;

import org.jspecify.annotations.NullMarked;
