package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.metrics.FaultType;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.protocol.grpc.GrpcCall;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Translates the results of calls to what a sidecar gets. Pure, except for the log.
public final class CallResults {
    private static final Logger log = LoggerFactory.getLogger(CallResults.class);

    /// The time that a call keeps to answer after its work has ended, so that the caller gets a code with a sentence
    /// and not its own timeout.
    private static final Duration MARGIN = Duration.ofSeconds(6);

    private CallResults() {}

    /// Returns how long the work of a call may take.
    public static Duration budget(GrpcCall call) {
        Duration budget = call.remaining().minus(MARGIN);
        return budget.isNegative() ? Duration.ZERO : budget;
    }

    public static GrpcException refused(VolumeError error) {
        return new GrpcException(
                switch (error.code()) {
                    case INVALID_ARGUMENT -> GrpcCode.INVALID_ARGUMENT;
                    case NOT_FOUND -> GrpcCode.NOT_FOUND;
                    case OUT_OF_RANGE -> GrpcCode.OUT_OF_RANGE;
                    case UNIMPLEMENTED -> GrpcCode.UNIMPLEMENTED;
                },
                error.sentence());
    }

    public static GrpcException failed(String operation, String volume, VolumeFailure failure) {
        log.atWarn()
                .addKeyValue("operation", operation)
                .addKeyValue("volume", volume)
                .addKeyValue("code", failure.code())
                .addKeyValue("cause", failure.message())
                .log("Volume operation did not succeed");
        return new GrpcException(grpcCode(failure.code()), failure.message());
    }

    public static FaultType faultType(OperationCode code) {
        return switch (code) {
            case NOT_FOUND -> FaultType.NOT_FOUND;
            case INVALID_ARGUMENT -> FaultType.INVALID_ARGUMENT;
            case PERMISSION_DENIED -> FaultType.NO_PERMISSION;
            case RESOURCE_EXHAUSTED -> FaultType.NO_DISK_SPACE;
            case ABORTED, DEADLINE_EXCEEDED, UNAVAILABLE, ALREADY_EXISTS, FAILED_PRECONDITION, INTERNAL, OUT_OF_RANGE ->
                FaultType.INTERNAL;
        };
    }

    private static GrpcCode grpcCode(OperationCode code) {
        return switch (code) {
            case ABORTED -> GrpcCode.ABORTED;
            case DEADLINE_EXCEEDED -> GrpcCode.DEADLINE_EXCEEDED;
            case UNAVAILABLE -> GrpcCode.UNAVAILABLE;
            case ALREADY_EXISTS -> GrpcCode.ALREADY_EXISTS;
            case FAILED_PRECONDITION -> GrpcCode.FAILED_PRECONDITION;
            case INTERNAL -> GrpcCode.INTERNAL;
            case INVALID_ARGUMENT -> GrpcCode.INVALID_ARGUMENT;
            case NOT_FOUND -> GrpcCode.NOT_FOUND;
            case OUT_OF_RANGE -> GrpcCode.OUT_OF_RANGE;
            case PERMISSION_DENIED -> GrpcCode.PERMISSION_DENIED;
            case RESOURCE_EXHAUSTED -> GrpcCode.RESOURCE_EXHAUSTED;
        };
    }
}
