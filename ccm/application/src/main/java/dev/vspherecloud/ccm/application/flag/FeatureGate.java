package dev.vspherecloud.ccm.application.flag;

import dev.vspherecloud.config.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A feature gate of `--feature-gates` that cloud-provider-vsphere (Go) knows. No gate changes what this program
/// does.
///
/// Rule from: apiserver, component-base, controller-manager and cloud-provider of Kubernetes 1.36, whose gates are
/// registered together. Gates of Kubernetes 1.33 that were removed since are accepted too.
///
/// @param isOn the default value
/// @param isLocked true if the flag cannot set another value
public record FeatureGate(String name, Stage stage, boolean isOn, boolean isLocked) {
    /// The stage of the feature in Kubernetes.
    enum Stage {
        ALPHA("alpha"),
        BETA("beta"),
        STABLE("stable"),
        DEPRECATED("deprecated"),
        GONE("gone");

        private final String text;

        Stage(String text) {
            this.text = text;
        }

        /// Returns the name of the stage in the table of gates. In capitals it is the value of a metric label. The
        /// name does not change if the Java constant is renamed.
        String text() {
            return text;
        }

        /// Parses the name of a stage.
        ///
        /// @throws IllegalArgumentException if there is no stage of this name
        static Stage parse(String text) {
            for (Stage stage : values()) {
                if (stage.text.equals(text)) {
                    return stage;
                }
            }
            throw new IllegalArgumentException("no stage of a feature gate: " + text);
        }
    }

    private static final Map<String, FeatureGate> KNOWN = """
            AggregatedDiscoveryRemoveBetaType                    deprecated on  locked
            AllAlpha                                             alpha      off
            AllBeta                                              beta       off
            AllowParsingUserUIDFromCertAuth                      beta       on
            AllowUnsafeMalformedObjectDeletion                   alpha      off
            AnonymousAuthConfigurableEndpoints                   stable     on  locked
            APIResponseCompression                               beta       on
            APIServerIdentity                                    beta       on
            APIServerTracing                                     stable     on  locked
            APIServingWithRoutine                                alpha      off
            AuthorizeWithSelectors                               stable     on  locked
            BtreeWatchCache                                      stable     on  locked
            CBORServingAndStorage                                alpha      off
            CloudControllerManagerWatchBasedRoutesReconciliation alpha      off
            CloudControllerManagerWebhook                        alpha      off
            ComponentFlagz                                       beta       on
            ComponentSLIs                                        gone       on
            ComponentStatusz                                     beta       on
            ConcurrentWatchObjectDecode                          beta       off
            ConsistentListFromCache                              stable     on  locked
            ConstrainedImpersonation                             beta       on
            ContextualLogging                                    beta       on
            ControllerManagerReleaseLeaderElectionLockOnExit     alpha      off
            CoordinatedLeaderElection                            beta       off
            DeclarativeValidation                                stable     on  locked
            DeclarativeValidationBeta                            beta       on
            DeclarativeValidationTakeover                        deprecated off
            DetectCacheInconsistency                             beta       on
            KMSv1                                                deprecated off
            ListFromCacheSnapshot                                beta       on
            LoggingAlphaOptions                                  alpha      off
            LoggingBetaOptions                                   beta       on
            ManifestBasedAdmissionControlConfig                  alpha      off
            MutatingAdmissionPolicy                              stable     on
            NativeHistograms                                     alpha      off
            OpenAPIEnums                                         beta       on
            RemoteRequestHeaderUID                               beta       on
            ResilientWatchCacheInitialization                    stable     on  locked
            RetryGenerateName                                    stable     on  locked
            SeparateCacheWatchRPC                                deprecated off locked
            ShardedListAndWatch                                  alpha      off
            SizeBasedListCostEstimate                            beta       on
            StorageVersionAPI                                    alpha      off
            StorageVersionHash                                   beta       on
            StreamingCollectionEncodingToJSON                    stable     on  locked
            StreamingCollectionEncodingToProtobuf                stable     on  locked
            StrictCostEnforcementForVAP                          gone       on
            StrictCostEnforcementForWebhooks                     gone       on
            StructuredAuthenticationConfiguration                stable     on  locked
            StructuredAuthenticationConfigurationEgressSelector  beta       on
            StructuredAuthenticationConfigurationJWKSMetrics     beta       on
            StructuredAuthorizationConfiguration                 gone       on
            TokenRequestServiceAccountUIDValidation              beta       on
            UnauthenticatedHTTP2DOSMitigation                    beta       on
            UnknownVersionInteroperabilityProxy                  beta       on
            WatchCacheInitializationPostStartHook                beta       on
            WatchFromStorageWithoutResourceVersion               gone       on
            WatchList                                            beta       on
            """.lines()
            .map(FeatureGate::of)
            .collect(Collectors.toUnmodifiableMap(FeatureGate::name, Function.identity()));

    private static FeatureGate of(String line) {
        String[] columns = line.split(" +");
        return new FeatureGate(columns[0], Stage.parse(columns[1]), columns[2].equals("on"), columns.length > 3);
    }

    /// Returns all known feature gates, sorted by name.
    public static List<FeatureGate> known() {
        return KNOWN.keySet().stream().sorted().map(KNOWN::get).toList();
    }

    /// Returns the stage of the feature gate as a metric label; empty for a stable or removed feature.
    public String label() {
        return stage == Stage.STABLE || stage == Stage.GONE ? "" : stage.text().toUpperCase(Locale.ROOT);
    }

    /// Returns true if these options, or else the default, switch the feature gate on.
    public boolean in(Options options) {
        return options.featureGates().getOrDefault(name, isOn);
    }

    /// Returns why the feature gate cannot have this value. Returns empty if it can.
    static Optional<String> error(String name, boolean value) {
        FeatureGate gate = KNOWN.get(name);
        if (gate == null) {
            return Optional.of("unknown feature gate \"%s\"; %s"
                    .formatted(
                            name,
                            Suggestion.didYouMean(name, KNOWN.keySet())
                                    .orElseGet(() -> "expected one of "
                                            + known().stream()
                                                    .map(FeatureGate::name)
                                                    .collect(Collectors.joining(", ")))));
        }
        return gate.isLocked && gate.isOn != value
                ? Optional.of("%s is locked to %s; remove it".formatted(name, gate.isOn))
                : Optional.empty();
    }
}
