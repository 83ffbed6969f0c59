package dev.vspherecloud.csi.config.storageclass;

import dev.vspherecloud.config.RawValue;
import dev.vspherecloud.config.Suggestion;
import dev.vspherecloud.csi.domain.volume.NamedDatastores;
import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Reads the parameters of a StorageClass, as the provisioner sends them. Pure. Upper and lower case of the keys do
/// not differ.
///
/// Rule from: vsphere-csi-driver, pkg/csi/service/common, ParseStorageClassParams.
public final class StorageClassParser {
    private static final String DATASTORE_URL = "datastoreurl";
    private static final String STORAGE_POLICY = "storagepolicyname";
    private static final String FS_TYPE = "fstype";
    private static final String MIGRATION = "csimigration";
    private static final String MIGRATION_SUFFIX = "-migrationparam";
    private static final String MIGRATION_DATASTORE = "datastore" + MIGRATION_SUFFIX;
    private static final String MIGRATION_FORMAT = "diskformat" + MIGRATION_SUFFIX;
    private static final String CLAIM_NAME = "csi.storage.k8s.io/pvc/name";
    private static final String CLAIM_NAMESPACE = "csi.storage.k8s.io/pvc/namespace";
    private static final String VOLUME_NAME = "csi.storage.k8s.io/pv/name";

    private static final List<String> KEYS = List.of(DATASTORE_URL, STORAGE_POLICY, FS_TYPE, MIGRATION);
    private static final List<String> MIGRATION_KEYS = List.of(MIGRATION_DATASTORE, MIGRATION_FORMAT);

    /// The vSAN parameters of the in-tree driver, which no storage policy of CNS can express.
    private static final List<String> VSAN_KEYS = Stream.of(
                    "hostfailurestotolerate",
                    "forceprovisioning",
                    "cachereservation",
                    "diskstripes",
                    "objectspacereservation",
                    "iopslimit")
            .map(key -> key + MIGRATION_SUFFIX)
            .toList();

    /// The keys that the provisioner adds with `--extra-create-metadata`.
    private static final List<String> METADATA_KEYS = List.of(CLAIM_NAME, CLAIM_NAMESPACE, VOLUME_NAME);

    private static final Pattern URL = Pattern.compile("ds:///vmfs/volumes/[^/\\s]+/?");

    private final Map<String, String> values = new TreeMap<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private StorageClassParser() {}

    /// Reads the parameters. Every problem is reported at once.
    public static StorageClassResult parse(Map<String, String> parameters) {
        return new StorageClassParser().result(parameters);
    }

    private StorageClassResult result(Map<String, String> parameters) {
        new TreeMap<>(parameters).forEach((key, value) -> {
            String known = key.toLowerCase(Locale.ROOT);
            if (values.putIfAbsent(known, value.strip()) != null) {
                errors.add("found the parameter %s twice in different cases of letters, expected it once; remove one"
                        .formatted(RawValue.printable(known)));
            }
        });
        boolean isMigration = isMigration();
        values.keySet().forEach(key -> checkKey(key, isMigration));
        if (values.containsKey(FS_TYPE)) {
            warnings.add("the parameter fstype has no effect; set csi.storage.k8s.io/fstype instead");
        }
        var read = new StorageClassParameters(
                datastores(),
                text(STORAGE_POLICY),
                isMigration
                        ? Optional.of(new StorageClassParameters.Migration(text(MIGRATION_DATASTORE)))
                        : Optional.empty(),
                claim());
        return errors.isEmpty()
                ? new StorageClassResult.Accepted(read, warnings)
                : new StorageClassResult.Rejected(VolumeError.invalid(String.join("; also ", errors)));
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).filter(text -> !text.isEmpty());
    }

    private boolean isMigration() {
        Optional<String> word = text(MIGRATION).map(text -> text.toLowerCase(Locale.ROOT));
        if (word.isPresent() && !word.get().equals("true") && !word.get().equals("false")) {
            errors.add("found %s for csimigration, expected true or false; correct the StorageClass"
                    .formatted(RawValue.printable(word.get())));
        }
        return word.equals(Optional.of("true"));
    }

    private void checkKey(String key, boolean isMigration) {
        if (KEYS.contains(key) || METADATA_KEYS.contains(key)) {
            return;
        }
        if (VSAN_KEYS.contains(key)) {
            errors.add(
                    "found the parameter %s, expected a storage policy; put the setting into a policy, and name it in storagepolicyname"
                            .formatted(key));
        } else if (!MIGRATION_KEYS.contains(key)) {
            errors.add("found the unknown parameter %s, expected only %s; %s"
                    .formatted(
                            RawValue.printable(key),
                            String.join(", ", KEYS),
                            Suggestion.didYouMean(key, KEYS).orElse("remove it from the StorageClass")));
        } else if (!isMigration) {
            errors.add(
                    "found the parameter %s without csimigration, expected both; only kube-controller-manager sets it, remove it"
                            .formatted(key));
        } else if (key.equals(MIGRATION_FORMAT)) {
            checkFormat();
        }
    }

    private void checkFormat() {
        text(MIGRATION_FORMAT)
                .filter(format -> !format.equalsIgnoreCase("thin"))
                .ifPresent(format ->
                        errors.add("found the disk format %s, expected thin; use a storage policy for thick disks"
                                .formatted(RawValue.printable(format))));
    }

    /// Reads one URL, several with commas between them, or the name of a datastore cluster, which has no colon.
    private Optional<NamedDatastores> datastores() {
        Optional<String> value = text(DATASTORE_URL);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (!value.get().contains(":")) {
            return Optional.of(new NamedDatastores.Cluster(value.get()));
        }
        var urls = new ArrayList<String>();
        for (String part : value.get().split(",", -1)) {
            String url = part.strip();
            if (URL.matcher(url).matches()) {
                urls.add(url.endsWith("/") ? url : url + "/");
            } else {
                errors.add(
                        "found the datastoreurl %s, expected the form ds:///vmfs/volumes/<id>/, several of them with commas, or the name of a datastore cluster; copy it from the summary of the datastore in vCenter"
                                .formatted(RawValue.printable(url)));
            }
        }
        return Optional.of(new NamedDatastores.Urls(urls.stream().distinct().toList()));
    }

    private Optional<StorageClassParameters.Claim> claim() {
        return text(CLAIM_NAMESPACE)
                .flatMap(namespace -> text(CLAIM_NAME).map(name -> new StorageClassParameters.Claim(namespace, name)));
    }
}
