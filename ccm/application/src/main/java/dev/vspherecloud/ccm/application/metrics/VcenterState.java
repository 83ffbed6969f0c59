package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.reason.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The state of the connection to one vCenter.
///
/// @param name the name of the vCenter in the configuration
/// @param lastAnswer the time since the vCenter confirmed its values; empty before the first time
/// @param silence why the vCenter does not answer; empty if it answers, or if no answer is expected yet
/// @param credentialsKeptBecause for people: why the credentials in use are older than their Secret; empty if they
///     are not
/// @param soapSessions the number of open sessions of the SOAP interface
/// @param restSessions the number of open sessions of the REST interface
/// @param callsLastMinute the number of calls in the last full minute; empty in the first minute
/// @param certificateEnd the end of the validity of the vCenter's certificate; empty before the first connection
public record VcenterState(
        String name,
        Optional<Duration> lastAnswer,
        Optional<Reason> silence,
        Optional<String> credentialsKeptBecause,
        int soapSessions,
        int restSessions,
        Optional<Long> callsLastMinute,
        Optional<Instant> certificateEnd) {}
