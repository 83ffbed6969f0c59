package dev.vspherecloud.ccm;

import java.util.Arrays;
import java.util.stream.Collectors;

/// The text of `--help`, made from the table of flags.
final class Usage {
    static final String PROGRAM = "vsphere-cloud-controller-manager";

    private static final String HEAD = """
            Ties every Node of a Kubernetes cluster to the vSphere VM behind it.

            Usage:
              %s --cloud-config=FILE [flags]
            """.formatted(PROGRAM);

    private Usage() {}

    static String text() {
        return HEAD + Arrays.stream(Flag.Group.values()).map(Usage::group).collect(Collectors.joining());
    }

    private static String group(Flag.Group group) {
        return "\n" + group.title() + " flags:\n\n"
                + group.flags().stream().map(Usage::flag).collect(Collectors.joining());
    }

    private static String flag(Flag flag) {
        String letter = flag.shorthand().map(c -> "-" + c + ", ").orElse("    ");
        String type = flag.type().word().isEmpty() ? "" : " " + flag.type().word();
        return "  " + letter + flag + type + "\n          " + flag.meaning() + standard(flag) + effect(flag) + "\n";
    }

    private static String standard(Flag flag) {
        String text = flag.defaultText();
        return text.isEmpty() || text.equals("false") ? "" : " (default " + text + ")";
    }

    private static String effect(Flag flag) {
        return switch (flag.effect()) {
            case HONOURED -> "";
            case NOT_YET -> " [no effect yet]";
            case IGNORED -> " [no effect]";
        };
    }
}
