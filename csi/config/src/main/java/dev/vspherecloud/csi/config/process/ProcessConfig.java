package dev.vspherecloud.csi.config.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The settings of one process of the CSI driver.
///
/// @param endpoint the unix socket on which the process serves, an absolute path
/// @param namespace the namespace of the Secret, the ConfigMaps and the custom resources of the driver
/// @param nodeName the name of the Node; always present in mode NODE
/// @param verbose true if the log has debug lines
/// @param requestsPerSecond the limit of requests to the API server
/// @param burst the number of requests to the API server that may exceed the limit for a moment
/// @param topologyWait how long a Node waits for its topology labels
/// @param fullSync the time between two full synchronisations of metadata
public record ProcessConfig(
        CsiMode mode,
        Path endpoint,
        String namespace,
        Optional<String> nodeName,
        boolean verbose,
        int requestsPerSecond,
        int burst,
        Duration topologyWait,
        Duration fullSync) {}
