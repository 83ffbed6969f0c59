package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.identity.VmLookup.Silence;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.vsphere.inventory.WatchedVcenter;
import java.time.Duration;
import java.util.Optional;

/// A vCenter that answers until a test makes it fail.
///
/// Threads: one.
final class SilencedVcenter implements WatchedVcenter {
    private final String name;
    private Optional<Duration> age = Optional.of(Duration.ofSeconds(12));
    private Optional<Silence> silence = Optional.empty();
    private Optional<String> credentialsKeptBecause = Optional.empty();

    SilencedVcenter(String name) {
        this.name = name;
    }

    /// Makes it fail from now on.
    void fallSilent(VsphereReason why) {
        age = Optional.empty();
        silence = Optional.of(new Silence(name, why, "silenced by the test"));
    }

    /// Makes it answer again.
    void answer() {
        age = Optional.of(Duration.ofSeconds(12));
        silence = Optional.empty();
    }

    /// Makes the Secret of its credentials unusable. It still answers.
    void keepCredentials(String why) {
        credentialsKeptBecause = Optional.of(why);
    }

    /// Sets the time since its last confirmation. It still answers.
    void setAge(Duration old) {
        age = Optional.of(old);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<Duration> timeSinceConfirmed() {
        return age;
    }

    @Override
    public Optional<Silence> silence() {
        return silence;
    }

    @Override
    public Optional<String> credentialsKeptBecause() {
        return credentialsKeptBecause;
    }
}
