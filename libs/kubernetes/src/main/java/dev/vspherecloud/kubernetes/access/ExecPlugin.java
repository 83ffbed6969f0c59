package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.text.VisibleText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Runs the exec plugin of a kubeconfig: a program that prints credentials as JSON.
///
/// The plugin gets no standard input. Its output may be secret, so nothing of it is shown or kept. Its standard
/// error is discarded. If the plugin has not ended at the deadline, it is killed, with all processes that it
/// started.
///
/// Rule from: client-go, plugin/pkg/client/auth/exec. Differs: a deadline, and a limit for the output.
record ExecPlugin(LongSupplier nanoTime, Duration deadline) {
    static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_HINT_LENGTH = 500;
    private static final Duration READ_INTERVAL = Duration.ofMillis(10);

    static ExecPlugin system() {
        return new ExecPlugin(System::nanoTime, DEADLINE);
    }

    /// Runs the plugin. Throws [KubeException] if it returns no credentials.
    ExecCredential run(ExecRequest request) {
        if (request.plugin().interactiveMode().equals("Always")) {
            throw failed(
                    request,
                    "requires a terminal (interactiveMode: Always), which a controller does not have; use"
                            + " another plugin or interactiveMode: IfAvailable");
        }
        Process process = start(request);
        try {
            return credential(request, output(request, process));
        } catch (IOException e) {
            throw failed(request, "closed its output early; run the command by hand to see its messages");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KubeException(Kind.INTERRUPTED, "interrupted while the exec plugin was running", e);
        } finally {
            kill(process);
        }
    }

    private static Process start(ExecRequest request) {
        List<String> words = new ArrayList<>();
        words.add(request.command());
        words.addAll(request.plugin().arguments());
        var builder = new ProcessBuilder(words).redirectError(Redirect.DISCARD);
        request.plugin().variables().forEach(each -> builder.environment().put(each.name(), each.value()));
        builder.environment().put("KUBERNETES_EXEC_INFO", request.infoJson());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            return process;
        } catch (IOException | IllegalArgumentException e) {
            throw failed(
                    request,
                    "cannot be started; check that its command is installed, on the PATH and executable"
                            + installHint(request.plugin().installHint()));
        }
    }

    private static String installHint(String hint) {
        if (hint.isBlank()) {
            return "; the kubeconfig gives no installHint";
        }
        String plain = VisibleText.of(hint.strip().replaceAll("[\\p{Cntrl}\\s]+", " "));
        return "; installHint: "
                + (plain.length() > MAX_HINT_LENGTH ? plain.substring(0, MAX_HINT_LENGTH) + "…" : plain);
    }

    /// Reads the output of the plugin by polling. A process that the plugin leaves behind may hold the output
    /// open for ever, and a blocking read would wait for that.
    private byte[] output(ExecRequest request, Process process) throws IOException, InterruptedException {
        var output = new ByteArrayOutputStream();
        long end = nanoTime.getAsLong() + deadline.toNanos();
        InputStream in = process.getInputStream();
        boolean hasEnded = false;
        while (!hasEnded) {
            hasEnded = process.waitFor(READ_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            for (int ready = in.available(); ready > 0; ready = in.available()) {
                output.write(in.readNBytes(ready));
                if (output.size() > MAX_BYTES) {
                    throw failed(request, "printed more than 1 MiB, expected an ExecCredential; check its arguments");
                }
            }
            if (!hasEnded && nanoTime.getAsLong() - end >= 0) {
                throw failed(
                        request,
                        "did not end within %d s and was killed; run the command by hand to see why it waits"
                                .formatted(deadline.toSeconds()));
            }
        }
        if (process.exitValue() != 0) {
            throw failed(
                    request,
                    "failed with exit code %d; run the command by hand to see its messages"
                            .formatted(process.exitValue()));
        }
        return output.toByteArray();
    }

    private static ExecCredential credential(ExecRequest request, byte[] output) {
        Json json = json(request, output);
        String wanted = request.plugin().apiVersion();
        if (!json.find("kind").asText().equals("ExecCredential")
                || !json.find("apiVersion").asText().equals(wanted)) {
            throw failed(request, "printed something other than an ExecCredential of %s".formatted(wanted));
        }
        Json status = json.find("status");
        String token = status.find("token").asText();
        String certificate = status.find("clientCertificateData").asText();
        String key = status.find("clientKeyData").asText();
        if (token.isEmpty() && certificate.isEmpty() && key.isEmpty()) {
            throw failed(request, "returned neither a token nor a certificate with its key");
        }
        if (certificate.isEmpty() != key.isEmpty()) {
            throw failed(request, "returned only one of certificate and key, expected both");
        }
        return new ExecCredential(token, certificate, key, expiry(request, status));
    }

    private static Json json(ExecRequest request, byte[] output) {
        try {
            return ApiJson.tree(output);
        } catch (KubeException _) {
            throw failed(request, "printed text that is not JSON, expected an ExecCredential; run the command by hand");
        }
    }

    private static Optional<Instant> expiry(ExecRequest request, Json status) {
        String expiry = status.find("expirationTimestamp").asText();
        try {
            return expiry.isEmpty()
                    ? Optional.empty()
                    : Optional.of(OffsetDateTime.parse(expiry).toInstant());
        } catch (DateTimeException _) {
            throw failed(request, "returned an expirationTimestamp that is not a time of RFC 3339");
        }
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static KubeException failed(ExecRequest request, String what) {
        return new KubeException(
                Kind.CONFIG_INVALID,
                "the exec plugin of the kubeconfig \"%s\" (%s) %s"
                        .formatted(request.kubeconfig(), request.plugin().place(), what));
    }
}
