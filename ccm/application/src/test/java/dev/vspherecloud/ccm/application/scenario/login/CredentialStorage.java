package dev.vspherecloud.ccm.application.scenario.login;

import dev.vspherecloud.testkit.bed.ConfigFile;
import dev.vspherecloud.testkit.bed.ConfigMount;
import dev.vspherecloud.testkit.bed.FileChange;
import dev.vspherecloud.testkit.bed.Launch;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.util.Map;

/// The place where the program finds user and password of a vCenter. A test changes them there as a user does.
interface CredentialStorage {
    /// The kinds of places.
    enum Where {
        SECRET,
        DIRECTORY,
        INLINE
    }

    /// Returns a run of the program that reads the credentials from here.
    Launch launch();

    void put(String password);

    /// @param title unique on this bed
    static CredentialStorage in(
            Where where, String title, TestBed bed, VcenterSite site, String user, String password) {
        return switch (where) {
            case SECRET -> InSecret.create(title, bed, site, user, password);
            case DIRECTORY -> InDirectory.create(title, bed, site, user, password);
            case INLINE -> Inline.create(title, bed, site, user, password);
        };
    }

    /// A Secret of the cluster, which the entry of the vCenter names.
    record InSecret(String title, TestBed bed, VcenterSite site, String user) implements CredentialStorage {
        static final String NAMESPACE = "kube-system";

        static InSecret create(String title, TestBed bed, VcenterSite site, String user, String password) {
            var made = new InSecret(title, bed, site, user);
            made.put(password);
            return made;
        }

        @Override
        public Launch launch() {
            String entry = site.entry("secretName: " + title, "secretNamespace: " + NAMESPACE, site.trust());
            return bed.launch().config(bed.write(title + ".conf", "vcenter:\n" + entry + TestBed.labels()));
        }

        @Override
        public void put(String password) {
            bed.objects().putSecret(NAMESPACE, title, pair(user, password));
        }
    }

    /// A mounted Secret: a folder whose files are the keys.
    record InDirectory(String title, TestBed bed, VcenterSite site, String user, ConfigMount mount)
            implements CredentialStorage {
        static InDirectory create(String title, TestBed bed, VcenterSite site, String user, String password) {
            var mount = ConfigMount.at(bed.folder().resolve(title), pair(user, password));
            return new InDirectory(title, bed, site, user, mount);
        }

        @Override
        public Launch launch() {
            String text = "global:\n  secretsDirectory: \"%s\"\nvcenter:\n".formatted(mount.folder())
                    + site.entry(site.trust())
                    + TestBed.labels();
            return bed.launch().config(bed.write(title + ".conf", text));
        }

        @Override
        public void put(String password) {
            mount.update(pair(user, password));
        }
    }

    /// The configuration itself, in a mounted ConfigMap.
    record Inline(TestBed bed, VcenterSite site, String user, ConfigFile file) implements CredentialStorage {
        static Inline create(String title, TestBed bed, VcenterSite site, String user, String password) {
            var file = FileChange.MOUNTED.in(bed.folder().resolve(title), "vsphere.conf", text(site, user, password));
            return new Inline(bed, site, user, file);
        }

        @Override
        public Launch launch() {
            return bed.launch().config(file.path());
        }

        @Override
        public void put(String password) {
            file.write(text(site, user, password));
        }

        private static String text(VcenterSite site, String user, String password) {
            String entry = site.entry("user: \"" + user + "\"", "password: \"" + password + "\"", site.trust());
            return "vcenter:\n" + entry + TestBed.labels();
        }
    }

    private static Map<String, String> pair(String user, String password) {
        return Map.of("127.0.0.1.username", user, "127.0.0.1.password", password);
    }
}
