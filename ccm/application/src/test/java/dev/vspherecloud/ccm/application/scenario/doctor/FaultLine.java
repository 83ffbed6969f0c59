package dev.vspherecloud.ccm.application.scenario.doctor;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// One line of `faults.txt`.
///
/// @param codes the codes of which the finding must have one
record FaultLine(String number, String area, String fault, List<String> codes, String text) {
    static List<FaultLine> parse(String file) {
        return file.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(FaultLine::of)
                .toList();
    }

    private static FaultLine of(String line) {
        List<String> fields = Stream.of(line.split("\\|")).map(String::strip).toList();
        return new FaultLine(
                fields.get(0),
                fields.get(1),
                fields.get(2),
                Arrays.stream(fields.get(3).split(" or ")).map(String::strip).toList(),
                fields.get(4));
    }

    @Override
    public String toString() {
        return number + ": " + fault;
    }
}
