package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import dev.vspherecloud.text.PemText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A certificate and its key, written to two files of a directory.
final class CertificateFiles {
    private CertificateFiles() {}

    static CertificateSource.Files to(Path folder, String name, KeyAndCertificate keyAndCertificate)
            throws IOException {
        var files = new CertificateSource.Files(folder.resolve(name + ".crt"), folder.resolve(name + ".key"));
        over(files, keyAndCertificate);
        return files;
    }

    static void over(CertificateSource.Files files, KeyAndCertificate keyAndCertificate) throws IOException {
        Files.writeString(files.certificate(), PemText.of(keyAndCertificate.certificate()));
        Files.writeString(files.key(), PemText.of(keyAndCertificate.key()));
    }
}
