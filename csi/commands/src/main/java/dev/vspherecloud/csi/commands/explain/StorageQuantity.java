package dev.vspherecloud.csi.commands.explain;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes in the notation of Kubernetes, as in `5Gi`.
///
/// Rule from: apimachinery, api/resource, Quantity.
final class StorageQuantity {
    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,30}(?:\\.[0-9]{1,9})?)(e[0-9]{1,2}|[KMGTPE]i|[kMGTPEm]?)");
    private static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);
    private static final Map<String, BigDecimal> UNITS = Map.ofEntries(
            Map.entry("", BigDecimal.ONE),
            Map.entry("m", BigDecimal.ONE.scaleByPowerOfTen(-3)),
            Map.entry("k", BigDecimal.ONE.scaleByPowerOfTen(3)),
            Map.entry("M", BigDecimal.ONE.scaleByPowerOfTen(6)),
            Map.entry("G", BigDecimal.ONE.scaleByPowerOfTen(9)),
            Map.entry("T", BigDecimal.ONE.scaleByPowerOfTen(12)),
            Map.entry("P", BigDecimal.ONE.scaleByPowerOfTen(15)),
            Map.entry("E", BigDecimal.ONE.scaleByPowerOfTen(18)),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", MIB),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
            Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

    private StorageQuantity() {}

    /// Returns the size in MiB, rounded up; empty if the text is no size.
    static OptionalLong mebibytes(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return OptionalLong.empty();
        }
        String unit = parts.group(2);
        BigDecimal factor = unit.startsWith("e")
                ? BigDecimal.ONE.scaleByPowerOfTen(Integer.parseInt(unit.substring(1)))
                : UNITS.get(unit);
        BigDecimal size = new BigDecimal(parts.group(1)).multiply(factor).divide(MIB, 0, RoundingMode.CEILING);
        return size.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0
                ? OptionalLong.of(size.longValue())
                : OptionalLong.empty();
    }
}
