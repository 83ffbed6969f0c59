package dev.vspherecloud.kubernetes;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// An API server that sends scripted responses in order, and records the requests.
public final class ScriptedApi implements ApiTransport {
    private final Deque<Supplier<ApiAnswer>> answers = new ArrayDeque<>();
    private final Deque<Supplier<ApiStream>> streams = new ArrayDeque<>();
    private final List<ApiCall> calls = new ArrayList<>();

    public static ApiAnswer answer(int status, String body) {
        return new ApiAnswer(status, Optional.empty(), new ApiBody(body.getBytes(StandardCharsets.UTF_8)));
    }

    public static ApiAnswer later(int status, int seconds) {
        return new ApiAnswer(
                status,
                Optional.of(Duration.ofSeconds(seconds)),
                new ApiBody("too many requests".getBytes(StandardCharsets.UTF_8)));
    }

    public ScriptedApi answers(int status, String body) {
        return answers(answer(status, body));
    }

    public ScriptedApi answers(ApiAnswer answer) {
        answers.add(() -> answer);
        return this;
    }

    public ScriptedApi fails(KubeException.Kind kind) {
        answers.add(() -> {
            throw new KubeException(kind, "scripted");
        });
        return this;
    }

    public ScriptedApi streams(String... lines) {
        streams.add(() -> new ScriptedStream(Optional.empty(), lines));
        return this;
    }

    /// Adds a stream whose connection breaks after these lines.
    public ScriptedApi breaksStream(String... lines) {
        streams.add(() -> new ScriptedStream(Optional.of(KubeException.Kind.UNREACHABLE), lines));
        return this;
    }

    /// Adds a stream that sends nothing after these lines, without breaking the connection.
    public ScriptedApi silencesStream(String... lines) {
        streams.add(() -> new ScriptedStream(Optional.of(KubeException.Kind.TIMEOUT), lines));
        return this;
    }

    public ScriptedApi refusesStream(KubeException.Kind kind) {
        streams.add(() -> {
            throw new KubeException(kind, "scripted");
        });
        return this;
    }

    public List<ApiCall> calls() {
        return calls;
    }

    public List<String> callLines() {
        return calls.stream().map(ApiCall::toString).toList();
    }

    /// Returns the same server with another address.
    public ApiServer serverAt(String url, ManualTime time) {
        return new ApiServer(url, this, time, time);
    }

    public ApiServer server(ManualTime time) {
        return new ApiServer("https://api.test:6443", this, time, time);
    }

    @Override
    public ApiAnswer send(ApiCall call, Duration deadline) {
        calls.add(call);
        return next(answers, call).get();
    }

    @Override
    public ApiStream open(ApiCall call, Duration deadline) {
        calls.add(call);
        return next(streams, call).get();
    }

    private static <T> T next(Deque<T> script, ApiCall call) {
        T next = script.poll();
        if (next == null) {
            throw new AssertionError("not in the script: " + call);
        }
        return next;
    }

    /// @param failure that ends the stream after its lines; empty if the server ends it
    private record ScriptedStream(Deque<String> lines, Optional<KubeException.Kind> failure) implements ApiStream {
        ScriptedStream(Optional<KubeException.Kind> failure, String... lines) {
            this(new ArrayDeque<>(List.of(lines)), failure);
        }

        @Override
        public Optional<byte[]> nextLine(Duration patience) {
            if (failure.isPresent() && lines.isEmpty()) {
                throw new KubeException(failure.get(), "scripted");
            }
            return Optional.ofNullable(lines.poll()).map(line -> line.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {
            lines.clear();
        }
    }
}
