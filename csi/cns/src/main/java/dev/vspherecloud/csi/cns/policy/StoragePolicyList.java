package dev.vspherecloud.csi.cns.policy;

import dev.vspherecloud.http.PrintableText;
import java.util.List;

/// The answer of one vCenter to the question which storage policies it has.
public sealed interface StoragePolicyList {
    /// All policies that the account can see.
    record Complete(List<StoragePolicy> policies) implements StoragePolicyList {
        public Complete {
            policies = List.copyOf(policies);
        }
    }

    /// Some policies could not be read, so a name that is not among these proves nothing.
    ///
    /// @param why what is wrong with the answer
    record Incomplete(List<StoragePolicy> policies, String why) implements StoragePolicyList {
        public Incomplete {
            policies = List.copyOf(policies);
        }
    }

    /// The account lacks the privilege to read storage policies.
    ///
    /// @param why the failed call, the vCenter and what to do
    record Forbidden(String why) implements StoragePolicyList {}

    /// Finds a policy by its name. Upper and lower case differ, as in vCenter.
    ///
    /// Rule from: govmomi `pbm.Client.ProfileIDByName`. Differs: it takes the first of several.
    default StoragePolicyResult find(String name) {
        return switch (this) {
            case Complete(var policies) -> find(policies, name);
            case Incomplete(var policies, String why) ->
                find(policies, name) instanceof StoragePolicyResult.Unknown
                        ? new StoragePolicyResult.Unreadable(why)
                        : find(policies, name);
            case Forbidden(String why) -> new StoragePolicyResult.Forbidden(why);
        };
    }

    private static StoragePolicyResult find(List<StoragePolicy> policies, String name) {
        List<String> ids = policies.stream()
                .filter(policy -> policy.name().equals(name))
                .map(StoragePolicy::id)
                .distinct()
                .sorted()
                .toList();
        return switch (ids.size()) {
            case 0 -> new StoragePolicyResult.Unknown(names(policies), policies.size());
            case 1 -> new StoragePolicyResult.Found(ids.getFirst());
            default -> new StoragePolicyResult.Ambiguous(ids);
        };
    }

    private static List<String> names(List<StoragePolicy> policies) {
        return policies.stream()
                .map(policy -> PrintableText.of(policy.name(), StoragePolicyResult.MAX_NAME_LENGTH))
                .distinct()
                .sorted()
                .limit(StoragePolicyResult.MAX_NAMES)
                .toList();
    }
}
