package dev.vspherecloud.vsphere.inventory.tag;

import dev.vspherecloud.domain.vm.Tag;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.TaggingSession;
import dev.vspherecloud.vsphere.client.VcenterException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Looks up the names of the tags and categories of one vCenter.
///
/// vCenter reports attached tags by their ids alone. If a tag is renamed, it sends no update. A tag and its
/// category are looked up when the tag first appears on a selected object; tags and categories on no such
/// object cost nothing. Each read looks up the configured categories again, so that the next read notices a
/// renamed one. It also looks up a few of their tags again, in turn. All categories are listed only while a
/// configured category is not among the known ones.
///
/// Threads: only the thread of the tag watcher.
final class TagNames {
    /// The number of tags that each read looks up again. Tags for zones and regions are few. If there are more,
    /// all of them are looked up again within some minutes.
    static final int TAGS_PER_REFRESH = 4;

    /// The number of known categories that a read looks up again while a configured category is missing:
    /// another category may have been given its name.
    static final int CATEGORIES_PER_REFRESH = 10;

    /// The tags by id. The tag that was looked up last comes last.
    private final Map<String, dev.vspherecloud.vsphere.client.RestTag> tags = new LinkedHashMap<>();

    /// The category names by id. The category that was looked up last comes last.
    private final Map<String, String> categories = new LinkedHashMap<>();

    /// The ids of categories that had a configured name at some time: a category that lost its name may get it
    /// back.
    private final Set<String> everConfigured = new HashSet<>();

    private List<String> lastWanted = List.of();

    /// Returns the names of the attached tags.
    ///
    /// @param attached the ids of tags by object
    /// @param wanted   the names of the configured categories
    /// @return the same tags by their names, in the same order, and which of the categories vCenter does not
    ///     show
    TagCache read(TaggingSession session, Map<MoRef, List<String>> attached, List<String> wanted) {
        setWanted(wanted);
        Set<String> newTags = lookUpNew(session, attached);
        List.copyOf(everConfigured).forEach(id -> lookUpCategory(session, id));
        tagsToRefresh(newTags, wanted).forEach(id -> lookUpTag(session, id));
        if (!categories.values().containsAll(wanted)) {
            refreshCategories(session);
        }
        everConfigured.addAll(configuredIds(wanted));
        everConfigured.retainAll(categories.keySet());
        List<String> missing =
                wanted.stream().filter(name -> !categories.containsValue(name)).toList();
        return new TagCache(resolve(attached), missing, !missing.isEmpty() && categories.isEmpty(), Optional.empty());
    }

    private void setWanted(List<String> wanted) {
        if (!wanted.equals(lastWanted)) {
            everConfigured.clear();
            lastWanted = wanted;
        }
    }

    /// Looks up the tags that are not known yet.
    ///
    /// @return the ids of these tags
    private Set<String> lookUpNew(TaggingSession session, Map<MoRef, List<String>> attached) {
        var used = new HashSet<String>();
        attached.values().forEach(used::addAll);
        tags.keySet().retainAll(used);
        used.removeAll(tags.keySet());
        used.forEach(id -> lookUpTag(session, id));
        return used;
    }

    private List<String> configuredIds(List<String> wanted) {
        return categories.entrySet().stream()
                .filter(category -> wanted.contains(category.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Returns the ids of the known tags that this read looks up again.
    ///
    /// @param newTags the ids of tags that were looked up just now
    private List<String> tagsToRefresh(Set<String> newTags, List<String> wanted) {
        List<String> configured = configuredIds(wanted);
        return tags.values().stream()
                .filter(tag -> configured.contains(tag.categoryId()) && !newTags.contains(tag.id()))
                .limit(TAGS_PER_REFRESH)
                .map(dev.vspherecloud.vsphere.client.RestTag::id)
                .toList();
    }

    private void refreshCategories(TaggingSession session) {
        List<String> visible = session.categories();
        categories.keySet().retainAll(visible);
        List<String> toRefresh =
                categories.keySet().stream().limit(CATEGORIES_PER_REFRESH).toList();
        visible.stream().filter(id -> !categories.containsKey(id)).forEach(id -> lookUpCategory(session, id));
        toRefresh.forEach(id -> lookUpCategory(session, id));
    }

    private void lookUpTag(TaggingSession session, String id) {
        var found = lookUpIfPresent(id, session::tag);
        tags.remove(id);
        found.ifPresent(tag -> {
            tags.put(id, tag);
            if (!categories.containsKey(tag.categoryId())) {
                lookUpCategory(session, tag.categoryId());
            }
        });
    }

    private void lookUpCategory(TaggingSession session, String id) {
        var found = lookUpIfPresent(id, session::category);
        categories.remove(id);
        found.ifPresent(category -> categories.put(id, category.name()));
    }

    /// Looks up one id. The result is empty if the tag or category does not exist: it may have been deleted a
    /// moment ago, which is not a failure.
    private static <T> Optional<T> lookUpIfPresent(String id, Function<String, T> lookUp) {
        try {
            return Optional.of(lookUp.apply(id));
        } catch (VcenterException e) {
            if (e.kind() == VcenterException.Kind.OBJECT_GONE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Map<MoRef, List<Tag>> resolve(Map<MoRef, List<String>> attached) {
        var resolved = new HashMap<MoRef, List<Tag>>();
        attached.forEach((object, ids) -> resolved.put(
                object, ids.stream().flatMap(id -> resolve(id).stream()).toList()));
        return resolved;
    }

    private Optional<Tag> resolve(String id) {
        return Optional.ofNullable(tags.get(id)).flatMap(tag -> Optional.ofNullable(categories.get(tag.categoryId()))
                .map(category -> new Tag(category, tag.name())));
    }
}
