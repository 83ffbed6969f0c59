package dev.vspherecloud.ccm.application.status;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/// The style sheet of the status page, and its hash for the `Content-Security-Policy`.
///
/// Each pair of text and background colour has a contrast of at least 4.5 in both colour schemes; StatusStyleTest
/// computes it. On a narrow screen each row of a table becomes a block, with the names of the columns from
/// `data-label`.
final class StatusStyle {
    static final String CSS = """
            :root{color-scheme:light dark;--bg:#ffffff;--panel:#f4f6f8;--line:#cdd5dd;--text:#1b2530;--dim:#51606e;
            --link:#0b5cad;--good:#116329;--goodbg:#e3f4e7;--bad:#9a1c1c;--badbg:#fdeaea;
            --warn:#7a4a00;--warnbg:#fff3d6}
            @media(prefers-color-scheme:dark){:root{--bg:#14181d;--panel:#1d232a;--line:#39434e;--text:#e4e9ee;
            --dim:#a5b1bc;--link:#7db8f5;--good:#86d99a;--goodbg:#173221;--bad:#ff9d9d;--badbg:#3c1c1f;--warn:#f2c46d;
            --warnbg:#382a10}}
            *{box-sizing:border-box}
            body{margin:0 auto;padding:1rem 1.5rem 3rem;max-width:76rem;background:var(--bg);color:var(--text);
            font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
            h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}
            h3{font-size:1rem;margin:1.25rem 0 .25rem}
            a{color:var(--link)}code{font:.92em ui-monospace,monospace}p{margin:.5rem 0;max-width:60rem}
            .dim{color:var(--dim)}.badge{display:inline-block;padding:.05rem .6rem;border-radius:1rem;font-weight:600;
            overflow-wrap:normal}
            .good{color:var(--good);background:var(--goodbg)}.bad{color:var(--bad);background:var(--badbg)}
            .warn{color:var(--warn);background:var(--warnbg)}
            dl.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.75rem;margin:1rem 0}
            dl.facts div{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.5rem .8rem}
            dt{color:var(--dim);font-size:.875rem}dd{margin:0}dd.count{font-size:1.4rem;font-weight:600}
            .box{border:1px solid var(--line);border-left:.3rem solid var(--bad);border-radius:.5rem;
            background:var(--panel);padding:.6rem 1rem;margin:.75rem 0}
            table{border-collapse:collapse;width:100%;margin:.5rem 0}
            th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-bottom:1px solid var(--line);
            unicode-bidi:isolate}
            thead th{color:var(--dim);font-size:.875rem;font-weight:600}tbody th{font-weight:600}
            td.time,td.code{white-space:nowrap}td.long{overflow-wrap:anywhere}td.time .dim{display:block;
            font-size:.875rem}.box,dd,tbody th{overflow-wrap:anywhere}tbody th{min-width:9rem}th a{white-space:nowrap}
            td.number{font-variant-numeric:tabular-nums}
            form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:.5rem 0}
            input,button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--dim);
            border-radius:.4rem;padding:.3rem .6rem}
            nav a{margin-right:1rem}
            @media(max-width:44rem){body{padding:.75rem .75rem 2rem}thead{display:none}
            table,tbody,tr,th,td{display:block}tr{border:1px solid var(--line);border-radius:.5rem;
            background:var(--panel);padding:.4rem .75rem;margin:.6rem 0}th,td{border:0;padding:.15rem 0}
            td[data-label]::before{content:attr(data-label) ": ";color:var(--dim)}
            td:empty{display:none}td.time,td.code{white-space:normal}td.time .dim{display:inline}
            dl.facts{grid-template-columns:repeat(2,minmax(0,1fr));gap:.5rem}}
            """;

    /// The hash of the style sheet, as a source of `style-src`.
    static final String HASH = hash(CSS);

    private StatusStyle() {}

    private static String hash(String css) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(css.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
