/// The process: command line, wiring, start, stop, and the commands.
///
/// This package alone sees all modules. It reads flags and configuration, builds the parts, connects them, and
/// stops them in order. It makes no decision about a Node.
///
/// Threads: `ARCHITECTURE.md` lists them with their owners. [RunCommand], [Elections], [Vcenters],
/// [CredentialFeeds], [PortGate], [SharedSources] and the controllers start them. If the work of one fails
/// unexpectedly, `Supervisor` of `reconcile` begins it again:
///
/// | thread | begins again with | keeps |
/// |---|---|---|
/// | election | the next renewal, at most one retry period later | the Lease, until the renew deadline |
/// | `config` | the last good configuration, compared with the file | it |
/// | `nodes`, `services` | a new list | what it knows |
/// | `events` | the next Event; the one that failed is dropped | |
/// | `credentials in ...`, `authentication` | a new read | the values of the last read |
/// | `vcenter-...` | a new collector, a search for every Node | its session; the snapshot, not trusted until then |
/// | `vcenter-...-tags` | the next read | its session, the tags of the last read |
/// | workers | the next key; the one that failed is retried | |
///
/// Begin with [Main] and [RunCommand]; [ControllerManager] is the life of the process, [ActiveControllers] what works
/// while it leads, [ControllerFactory] the list of controllers, [Flag] the table of flags.
@NullMarked
package dev.vspherecloud.ccm.application;

import org.jspecify.annotations.NullMarked;
