package dev.vspherecloud.csi.operations;

import dev.vspherecloud.csi.domain.DiskPresence;
import java.time.Duration;
import java.util.Optional;

/// Knows about volumes that CNS does not list what else there is to know: whether the disk exists. No failure is an
/// exception: each is an answer.
///
/// Threads: is used from many threads at once.
public interface ForgottenVolumes {
    /// Looks for the disk of a volume.
    ///
    /// @param budget how long all requests together may take
    DiskPresence find(String volumeId, Duration budget);

    /// Registers a disk that exists as a volume again.
    ///
    /// Before, it records the registration with [RegistrationRecords]: CNS has forgotten which clusters use the
    /// disk, too.
    ///
    /// @param name the name of the volume in CNS, if it is known
    /// @return what was done, or why it was not, as part of a sentence
    String register(String volumeId, Optional<String> name, Duration budget);
}
