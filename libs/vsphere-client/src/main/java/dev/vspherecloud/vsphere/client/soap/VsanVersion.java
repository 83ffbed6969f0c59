package dev.vspherecloud.vsphere.client.soap;

import dev.vspherecloud.http.HeapCharge;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The version of the vSAN API that a vCenter serves, as in `8.0.3.0`.
///
/// Old releases do not number it: they are called `vSAN 6.7U3`, `7.0` and `vSAN 7.0U1`. So versions cannot be
/// compared, and the client uses the one that the server calls its current one.
///
/// Rule from: govmomi `cns.NewClient`, which uses the current version, too.
///
/// @param text the version as in the file; letters, digits, spaces, `.`, `_` and `-`, at most 64 characters,
///     because it is sent in an HTTP header
public record VsanVersion(String text) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9 ._-]{0,62}[A-Za-z0-9])?");

    public VsanVersion {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a version of the vSAN API");
        }
    }

    /// Reads the current version from a server's `vsanServiceVersions.xml`; empty if the file names none that
    /// can be sent.
    ///
    /// @param heap is charged for what is read
    /// @throws MalformedXmlException if the file is not XML
    public static Optional<VsanVersion> readCurrent(InputStream file, HeapCharge heap) {
        var versions = new ArrayList<String>(1);
        XmlCursor xml = XmlCursor.open(file, heap);
        xml.content(child -> {
            if (child.equals("namespace")) {
                versions.addAll(readNamespace(xml));
            }
        });
        return versions.stream()
                .filter(version -> FORM.matcher(version).matches())
                .findFirst()
                .map(VsanVersion::new);
    }

    private static List<String> readNamespace(XmlCursor xml) {
        var names = new ArrayList<String>(1);
        var versions = new ArrayList<String>(1);
        xml.content(child -> {
            switch (child) {
                case "name" -> names.add(xml.text());
                case "version" -> versions.add(xml.text());
                default -> {}
            }
        });
        return names.contains("urn:vsan") ? versions : List.of();
    }
}
