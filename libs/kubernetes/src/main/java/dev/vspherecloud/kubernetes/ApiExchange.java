package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Describes one request to the API server and its result, without their content.
///
/// @param method        HTTP method, as in `GET`
/// @param host          of the API server, and its port if one is given
/// @param status        of the response; empty if there was none
/// @param duration      to the end of the response; of a watch, to its beginning
/// @param sentBytes     size of the request's body
/// @param receivedBytes size of the response's body; empty if there was none, and for a watch
public record ApiExchange(
        String method,
        String host,
        OptionalInt status,
        Duration duration,
        long sentBytes,
        OptionalLong receivedBytes) {}
