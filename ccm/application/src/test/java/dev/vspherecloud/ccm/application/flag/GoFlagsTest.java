package dev.vspherecloud.ccm.application.flag;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests every flag of cloud-provider-vsphere (Go), in every form that pflag accepts, with its default.
@Conforms("J52 O01 O02")
class GoFlagsTest {
    private static final List<String> NEW_FLAGS = List.of(
            "all",
            "color",
            "config-strict",
            "exit-code",
            "help-all",
            "node-deletion",
            "output",
            "selector",
            "to",
            "watch");

    static List<GoFlag> flags() {
        return GoFlag.all();
    }

    @Test
    void theTableHasTheGoFlagsAndAFewNewOnes() {
        assertThat(Arrays.stream(Flag.values()).map(Flag::flagName))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(GoFlag.all().stream().map(GoFlag::name), NEW_FLAGS.stream())
                                .toList());
    }

    @ParameterizedTest
    @MethodSource("flags")
    void typeDefaultAndLetterAreTheSame(GoFlag go) {
        Flag flag = go.flagOfThisProgram();

        assertThat(flag.type()).isEqualTo(go.flagType());
        assertThat(flag.defaultText()).isEqualTo(go.defaultText());
        assertThat(flag.shorthand().map(String::valueOf).orElse("")).isEqualTo(go.letter());
    }

    @ParameterizedTest
    @MethodSource("flags")
    void aValueMayBeJoined(GoFlag go) {
        for (String value : go.values()) {
            assertGiven(go, List.of(value), go + "=" + value);
            assertGiven(go, List.of(value), "--" + go.name().replace('-', '_') + "=" + value);
        }
    }

    /// A switch never takes the next argument. Every other flag always does, whatever the argument looks like.
    @ParameterizedTest
    @MethodSource("flags")
    void aValueMayFollow(GoFlag go) {
        if (go.flagType().isSwitch()) {
            assertGiven(go, List.of("true"), go.toString());
            assertGiven(go, List.of("true"), go.toString(), "", "--");
            assertThat(parse(go.toString(), "false").problems())
                    .containsExactly("unexpected argument \"false\"; write the value of a switch after \"=\", as in "
                            + "--leader-elect=false");
        } else {
            for (String value : go.values()) {
                assertGiven(go, List.of(value), go.toString(), value);
                assertGiven(go, List.of(value), go.toString(), value, "--");
            }
            assertThat(parse(go.toString()).problems())
                    .singleElement()
                    .asString()
                    .startsWith(go + " has no value, expected ");
        }
    }

    @ParameterizedTest
    @MethodSource("flags")
    void aFlagMayBeRepeated(GoFlag go) {
        List<String> values = go.values();
        assertGiven(go, values, values.stream().map(value -> go + "=" + value).toArray(String[]::new));

        assertThat(go.flagOfThisProgram().type().isRepeatable())
                .isEqualTo(List.of(
                                "stringSlice",
                                "int32Slice",
                                "stringToString",
                                "mapStringBool",
                                "pattern=N,...",
                                "namedCertKey")
                        .contains(go.type()));
    }

    @ParameterizedTest
    @MethodSource("flags")
    void aLetterTakesItsValueInEachForm(GoFlag go) {
        String letter = "-" + go.letter();
        if (go.flagType() == FlagType.INTEGER && !go.letter().isEmpty()) {
            assertGiven(go, List.of("4"), letter + "4");
            assertGiven(go, List.of("4"), letter + "=4");
            assertGiven(go, List.of("4"), letter, "4");
        } else if (!go.letter().isEmpty()) {
            assertGiven(go, List.of("true"), letter);
            assertGiven(go, List.of("false"), letter + "=false");
            assertThat(parse(letter + "v4").given()).containsKeys(go.flagOfThisProgram(), Flag.V);
        } else {
            assertThat(parse("-" + go.name() + "=1").problems()).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("flags")
    void aBadValueIsRefusedWithItsFlagAndWhatWasExpected(GoFlag go) {
        for (String value : go.refusedValues()) {
            Arguments parsed = parse(go + "=" + value);

            assertThat(parsed.given()).as(go + "=" + value).isEmpty();
            assertThat(parsed.problems())
                    .containsExactly("%s: found \"%s\", expected %s; correct the value, for example %s=%s"
                            .formatted(
                                    go,
                                    value,
                                    go.flagOfThisProgram().type().expected(),
                                    go,
                                    go.flagOfThisProgram().type().example()));
        }
    }

    @Test
    void everythingBadIsRefusedInOneMessage() {
        var arguments = new ArrayList<String>();
        GoFlag.all().forEach(go -> go.refusedValues().forEach(value -> arguments.add(go + "=" + value)));
        arguments.add("--unheard-of=1");

        assertThat(CommandLine.parse(arguments, Map.of(), "1"))
                .isInstanceOfSatisfying(CommandLine.Reject.class, reject -> assertThat(reject.problems())
                        .hasSizeGreaterThanOrEqualTo(arguments.size()));
    }

    /// If the default, as cloud-provider-vsphere (Go) shows it, is set explicitly, the options are the same as
    /// without it.
    @ParameterizedTest
    @MethodSource("flags")
    void theDefaultMayBeWritten(GoFlag go) {
        if (go.name().equals("cloud-config")) {
            return;
        }
        Options without = run();
        Options with = run(go + "=" + go.defaultText());

        assertThat(with.leaderElection()).isEqualTo(without.leaderElection());
        assertThat(with.serving()).isEqualTo(without.serving());
        assertThat(with.log()).isEqualTo(without.log());
        assertThat(with.controllers()).isEqualTo(without.controllers());
        assertThat(with.nodes().labels()).isEqualTo(without.nodes().labels());
        assertThat(with.warnings())
                .allMatch(warning -> warning.contains(go.toString()))
                .hasSize(
                        go.flagOfThisProgram().noEffectReason().isPresent()
                                        || go.name().equals("kube-api-burst")
                                ? 1
                                : 0);
    }

    /// One sentence names all given flags without effect, with the reasons.
    @Test
    void flagsWithoutEffectAreNamedTogether() {
        List<Flag> noEffectReason = Arrays.stream(Flag.values())
                .filter(flag -> flag.noEffectReason().isPresent())
                .toList();
        String[] all = noEffectReason.stream()
                .filter(flag -> flag.type().isValid(flag.defaultText()))
                .map(flag -> flag + "=" + flag.defaultText())
                .toArray(String[]::new);

        assertThat(run(all).warnings()).singleElement().satisfies(warning -> assertThat(noEffectReason)
                .allSatisfy(flag -> assertThat(warning)
                        .contains(flag.toString())
                        .contains(Optional.of(flag)
                                .flatMap(Flag::noEffectReason)
                                .map(NoEffectReason::why)
                                .orElseThrow())));
    }

    private static Options run(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.addFirst("--cloud-config=/c");
        return switch (CommandLine.parse(all, Map.of(), "1")) {
            case CommandLine.Run(Options options) -> options;
            case CommandLine.Show _ -> run();
            case CommandLine other -> throw new AssertionError(other);
        };
    }

    private static void assertGiven(GoFlag go, List<String> values, String... arguments) {
        Arguments parsed = parse(arguments);

        assertThat(parsed.problems()).as(String.join(" ", arguments)).isEmpty();
        assertThat(parsed.given()).isEqualTo(Map.of(go.flagOfThisProgram(), values));
    }

    private static Arguments parse(String... arguments) {
        return Arguments.parse(Command.RUN, List.of(arguments));
    }
}
