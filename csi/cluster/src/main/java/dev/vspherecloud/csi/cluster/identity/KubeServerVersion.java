package dev.vspherecloud.csi.cluster.identity;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Reads the version of the API server. Each user may read it, unless the role system:public-info-viewer was changed.
///
/// Threads: may be used from anywhere.
public final class KubeServerVersion {
    private final ApiServer server;
    private final LongSupplier nanoTime;

    public KubeServerVersion(ApiServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    /// Reads the version.
    ///
    /// @param budget how long the request may take
    public ServerVersionResult read(Duration budget) {
        return switch (ObjectCalls.begin(server, nanoTime, budget).send(ApiCall.get("/version"))) {
            case CallResult.Done(Json version) ->
                new ServerVersionResult.Known(version.find("gitVersion").asText());
            case CallResult.Unanswered(String problem) -> new ServerVersionResult.Unread(problem);
            case CallResult.NotDone failed -> new ServerVersionResult.Refused(failed.problem());
        };
    }
}
