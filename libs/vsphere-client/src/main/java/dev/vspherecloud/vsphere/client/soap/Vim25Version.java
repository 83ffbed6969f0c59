package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.http.HeapCharge;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A version of the vim25 API, as in `6.7.3`, and the choice of the version to use.
///
/// Requests use at most [#NEWEST_SUPPORTED], the version that they are written for; every newer vCenter lists
/// it among its prior versions.
public record Vim25Version(String text) implements Comparable<Vim25Version> {
    private static final Pattern FORM = Pattern.compile("\\d{1,6}(\\.\\d{1,6}){0,7}");

    /// The newest version that is used: vSphere 6.7 Update 3.
    public static final Vim25Version NEWEST_SUPPORTED = new Vim25Version("6.7.3");
    /// The version for a server whose version file is missing or unreadable: the oldest version that is still in
    /// use.
    public static final Vim25Version FALLBACK = new Vim25Version("6.5");

    public Vim25Version {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a dotted version number");
        }
    }

    /// Chooses from a server's `vimServiceVersions.xml` the newest version that is not newer than
    /// [#NEWEST_SUPPORTED]. If there is none, chooses the oldest one; empty if the file lists none.
    ///
    /// @param heap is charged for what is read
    /// @throws MalformedXmlException if the file is not XML
    public static Optional<Vim25Version> choose(InputStream file, HeapCharge heap) {
        return choose(readListed(file, heap));
    }

    static Optional<Vim25Version> choose(List<Vim25Version> listed) {
        return listed.stream()
                .filter(version -> version.compareTo(NEWEST_SUPPORTED) <= 0)
                .max(Comparator.naturalOrder())
                .or(() -> listed.stream().min(Comparator.naturalOrder()));
    }

    private static List<Vim25Version> readListed(InputStream file, HeapCharge heap) {
        var all = new ArrayList<Vim25Version>();
        XmlCursor xml = XmlCursor.open(file, heap);
        xml.content(child -> {
            if (child.equals("namespace")) {
                all.addAll(readNamespace(xml));
            }
        });
        return all;
    }

    private static List<Vim25Version> readNamespace(XmlCursor xml) {
        var names = new ArrayList<String>();
        var versions = new ArrayList<Vim25Version>();
        xml.content(child -> {
            switch (child) {
                case "name" -> names.add(xml.text());
                case "version" -> addVersion(xml.text(), versions);
                case "priorVersions" -> xml.content(_ -> addVersion(xml.text(), versions));
                default -> {}
            }
        });
        return names.contains("urn:vim25") ? versions : List.of();
    }

    private static void addVersion(String text, List<Vim25Version> versions) {
        if (FORM.matcher(text).matches()) {
            versions.add(new Vim25Version(text));
        }
    }

    /// Compares two versions number by number; missing numbers are zero, so `6.7` is `6.7.0`.
    @Override
    public int compareTo(Vim25Version other) {
        int[] mine = numbers();
        int[] theirs = other.numbers();
        int length = Math.max(mine.length, theirs.length);
        return Arrays.compare(Arrays.copyOf(mine, length), Arrays.copyOf(theirs, length));
    }

    private int[] numbers() {
        return Arrays.stream(text.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    }

    @Override
    public String toString() {
        return text;
    }
}
