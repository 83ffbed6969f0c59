/// The entry point of the program: command line, wiring, start, stop, and the commands.
///
/// Only this package and its subpackages depend on all modules. They read flags and configuration, create and
/// connect the parts, and stop them in order. They make no decision about a Node.
///
/// Threads: `ARCHITECTURE.md` lists them with their owners. If the work of a thread fails unexpectedly,
/// `Supervisor` of `reconcile` starts it again:
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
/// Begin with [Main] and [RunCommand]; the packages `flag`, `vcenter`, `leader` and `endpoint` hold the parts,
/// `explain` and `plan` what the commands of these names show, and `status` the page of that name.
@NullMarked
package dev.vspherecloud.ccm.application;

import org.jspecify.annotations.NullMarked;
