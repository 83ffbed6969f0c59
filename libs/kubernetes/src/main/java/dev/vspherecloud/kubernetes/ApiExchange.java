package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Describes one request to the API server and its result, without their content.
///
/// @param method        the HTTP method, as in `GET`
/// @param host          the host of the API server, with the port if one is given
/// @param status        the status of the response; empty if there was no response
/// @param duration      the time to the end of the response; for a watch, to the beginning of the response
/// @param sentBytes     the size of the request's body
/// @param receivedBytes the size of the response's body; empty for a watch, or if there was no response
public record ApiExchange(
        String method,
        String host,
        OptionalInt status,
        Duration duration,
        long sentBytes,
        OptionalLong receivedBytes) {}
