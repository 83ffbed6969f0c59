package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// One request to the API server and what became of it, without anything that was said.
///
/// @param method        of HTTP, as in `GET`
/// @param host          of the API server, and its port if one is given
/// @param status        of the answer; empty when there was none
/// @param duration      to the end of the answer; of a watch, to its beginning
/// @param sentBytes     size of the body
/// @param receivedBytes size of the answer's body; empty when there was none, and of a watch
public record ApiExchange(
        String method,
        String host,
        OptionalInt status,
        Duration duration,
        long sentBytes,
        OptionalLong receivedBytes) {}
