/// Decides whether a Node's VM exists, is gone, or is unknown, and what proves it.
///
/// The package knows which answers of vCenters and kubelets prove absence, in one check ([AbsencePolicy]) and
/// over several ([ExistencePolicy]). It also knows how to recognise a vCenter that was restored from a backup
/// ([RestorePolicy]). It does not ask vCenters or kubelets: it defines the interfaces [ExistenceChecker] and
/// [KubeletHeartbeats] for that. It does not delete. No I/O, no thread; callers pass the time.
///
/// Begin with [ExistencePolicy]; `docs/explanation/existence.md` gives the reasons.
@NullMarked
package dev.vspherecloud.domain.existence;

import org.jspecify.annotations.NullMarked;
