package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeatureGateTest {
    @ParameterizedTest
    @CsvSource({
        "CloudControllerManagerWebhook, true",
        "CloudControllerManagerWatchBasedRoutesReconciliation, true",
        "ControllerManagerReleaseLeaderElectionLockOnExit, true",
        "ContextualLogging, false",
        "AllAlpha, true",
        "AllBeta, false",
        "APIServerTracing, true",
        "ComponentSLIs, false"
    })
    void knownGatesAreAccepted(String name, boolean value) {
        assertThat(FeatureGate.error(name, value)).isEmpty();
    }

    @Test
    void aLockedGateKeepsItsValue() {
        assertThat(FeatureGate.error("APIServerTracing", false))
                .contains("APIServerTracing is locked to true; remove it");
    }

    @Test
    void anUnknownGateIsReportedWithASimilarName() {
        assertThat(FeatureGate.error("ContextualLoging", true))
                .contains("unknown feature gate \"ContextualLoging\"; did you mean \"ContextualLogging\"?");
    }

    @Test
    void anUnknownGateWithoutASimilarNameIsReportedWithAllNames() {
        assertThat(FeatureGate.error("X", true))
                .get()
                .asString()
                .contains("expected one of ")
                .contains("AllAlpha, AllBeta, ");
    }

    @Test
    void theTableIsComplete() {
        assertThat(FeatureGate.known()).hasSize(58);
        assertThat(FeatureGate.known())
                .filteredOn(gate -> gate.stage() == FeatureGate.Stage.ALPHA)
                .noneMatch(FeatureGate::isOn);
    }
}
