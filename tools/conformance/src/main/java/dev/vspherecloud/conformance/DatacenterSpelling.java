package dev.vspherecloud.conformance;

import java.util.List;

/// A value of the key `datacenters`, with what govmomi and this project find for it in one inventory. The files are
/// those of the test `TestSpellings` in `tools/servers/finder`.
///
/// @param govmomi the inventory path of the datacenter, `several` or `none`
/// @param here the same for this project; ` + ` separates paths
/// @param reason why they differ; empty if they do not
public record DatacenterSpelling(String value, String govmomi, String here, String reason) {
    private static final String FOLDER = "tools/servers/finder/testdata/";

    /// Returns all spellings.
    public static List<DatacenterSpelling> all() {
        return lines("spellings.txt").stream().map(DatacenterSpelling::parse).toList();
    }

    /// Returns the inventory paths of all datacenters; the first has the reference `datacenter-1`.
    public static List<String> inventory() {
        return lines("datacenters.txt");
    }

    private static DatacenterSpelling parse(String line) {
        String[] columns = line.split("\t", -1);
        return switch (columns.length) {
            case 2 -> new DatacenterSpelling(columns[0], columns[1], columns[1], "");
            case 4 -> new DatacenterSpelling(columns[0], columns[1], columns[2], columns[3]);
            default -> throw new IllegalArgumentException("expected two or four columns: " + line);
        };
    }

    private static List<String> lines(String file) {
        return Project.read(Project.path(FOLDER + file))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }
}
