package dev.vspherecloud.testkit.time;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Sets how long a test waits for an event: so long that a wait ends by it only if the event does not happen at all.
/// With the 10 s of Awaitility, a test could fail on a busy machine.
///
/// JUnit finds it by `META-INF/services` and applies it to all tests of the modules that use the testkit.
public final class EventTimeout implements BeforeAllCallback {
    /// The longest wait for an event.
    public static final Duration LIMIT = Duration.ofMinutes(2);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
