package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.http.PrintableText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The result of looking for a storage policy by its name.
public sealed interface StoragePolicyResult {
    /// The largest number of names in [Unknown].
    int MAX_NAMES = 20;

    /// The largest number of characters of each of these names.
    int MAX_NAME_LENGTH = 80;

    /// There is exactly one policy with the name.
    record Found(String policyId) implements StoragePolicyResult {}

    /// vCenter has no policy with the name, or does not show it to the account.
    ///
    /// @param names the names that exist, sorted, one line each, at most [#MAX_NAMES]
    /// @param total the number of policies that exist
    record Unknown(List<String> names, int total) implements StoragePolicyResult {
        public Unknown {
            names = List.copyOf(names);
        }
    }

    /// Several policies have the name.
    ///
    /// @param ids their ids, sorted, at least two
    record Ambiguous(List<String> ids) implements StoragePolicyResult {
        public Ambiguous {
            ids = List.copyOf(ids);
        }
    }

    /// The account lacks the privilege to read storage policies.
    ///
    /// @param why the failed call, the vCenter and what to do
    record Forbidden(String why) implements StoragePolicyResult {}

    /// The name is not among the policies that could be read, and others could not be read. The policy may exist.
    ///
    /// @param why what is wrong with the answer
    record Unreadable(String why) implements StoragePolicyResult {}

    /// Returns the sentence for the user who asked for this policy; empty if it was found.
    ///
    /// @param name the name that was looked for
    default Optional<String> problem(String name) {
        String asked = quoted(PrintableText.of(name, MAX_NAME_LENGTH));
        String problem =
                switch (this) {
                    case Found _ -> "";
                    case Unknown(var names, int total) ->
                        names.isEmpty()
                                ? "found %s, and vCenter shows no storage policy; create it, or give the account the privilege StorageProfile.View"
                                        .formatted(asked)
                                : "found %s, expected the name of a storage policy of the vCenter: %s%s; correct the StorageClass, or create the policy"
                                        .formatted(asked, list(names), names.size() < total ? ", ..." : "");
                    case Ambiguous(var ids) ->
                        "found %s, and %d storage policies of the vCenter have this name (%s); rename all but one"
                                .formatted(asked, ids.size(), String.join(", ", ids));
                    case Forbidden(String why) ->
                        "cannot look for %s: %s. The privilege is StorageProfile.View".formatted(asked, why);
                    case Unreadable(String why) ->
                        "cannot look for %s: %s; look at the storage policy service of the vCenter"
                                .formatted(asked, why);
                };
        return problem.isEmpty() ? Optional.empty() : Optional.of("storagepolicyname: " + problem);
    }

    private static String list(List<String> names) {
        return names.stream().map(StoragePolicyResult::quoted).collect(Collectors.joining(", "));
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }
}
