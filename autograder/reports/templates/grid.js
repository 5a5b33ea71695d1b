"use strict";
// One table of students from columns of data: only the rows in view are in the document, so that a class of
// thousands sorts and filters at once.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const width = 1 + data.columns.length + data.marks.columns;
  // What a browser lays out between two keystrokes is a number of cells, not of rows.
  const ROWS = Math.max(25, Math.min(100, Math.floor(1500 / width)));
  const $ = (id) => document.getElementById(id);
  const body = $("rows"), search = $("search"), show = $("show"), said = $("said");
  const count = data.students.length;
  const WORDS = {
    p: "met", f: "not met", e: "error", t: "timeout", c: "crashed", m: "missing", w: "waiting",
    n: "not tried", g: "grader error", ".": "none",
  };
  const ORDER = "pwnfetcmg.";
  const folded = data.students.map((name, i) => `${name} ${data.names[i]}`.toLocaleLowerCase());
  const diagnosed = new Map();
  data.diagnosed.row.forEach((row, at) => {
    diagnosed.set(row * data.marks.columns + data.diagnosed.column[at], data.diagnosed.mistake[at]);
  });
  let order = [...Array(count).keys()], page = 0, sorted = null, falling = false, pinned = -1;

  const RULES = {
    status: (name) => (row) => data.status[row].includes(name),
    fails: (name) => {
      const column = data.marks.ids.indexOf(name);
      return (row) => !"p.".includes(data.marks.words[row][column] ?? ".");
    },
    has: (name) => {
      const mistake = data.diagnosed.names.indexOf(name);
      const rows = new Set(data.diagnosed.row.filter((_, at) => data.diagnosed.mistake[at] === mistake));
      return (row) => rows.has(row);
    },
  };

  function matching() {
    const wanted = search.value.trim().toLocaleLowerCase();
    const at = show.value.indexOf(":");
    const rule = at < 0 ? () => true : RULES[show.value.slice(0, at)](show.value.slice(at + 1));
    return order.filter((row) => folded[row].includes(wanted) && rule(row));
  }

  function cell(tag, text, className) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  }

  function head(row) {
    const made = cell("th", "");
    made.scope = "row";
    const link = cell("a", data.students[row]);
    link.href = data.href[row];
    made.append(link);
    if (data.names[row] && data.names[row] !== data.students[row]) {
      made.append(document.createElement("br"), cell("span", data.names[row], "soft"));
    }
    return made;
  }

  function value(column, row) {
    const found = column.cells[row];
    if (column.kind === "text") return cell("td", found);
    if (found === null) return cell("td", column.instead ? column.instead[row] : "", "n soft");
    const text = column.kind === "share" ? `${Math.floor(found * 1000) / 10} %` : `${Math.round(found * 100) / 100}`;
    const share = column.most ? found / column.most : null;
    return cell("td", text, share === null ? "n" : `n s-${Math.max(0, Math.min(4, Math.floor(share * 4)))}`);
  }

  function line(row) {
    const made = document.createElement("tr");
    if (row === pinned) { made.className = "hit"; made.id = "pinned"; }
    made.append(head(row), ...data.columns.map((column) => value(column, row)));
    [...data.marks.words[row]].forEach((letter, column) => {
      const mistake = diagnosed.get(row * data.marks.columns + column);
      const words = WORDS[letter] + (mistake === undefined ? "" : `: ${data.diagnosed.names[mistake]}`);
      // The style sheet shows a sign in place of the words, which are for screen readers.
      const mark = cell("td", words, `m m-${letter === "." ? "none" : letter}`);
      mark.title = words;
      made.append(mark);
    });
    return made;
  }

  function draw() {
    const rows = matching();
    const pages = Math.max(1, Math.ceil(rows.length / ROWS));
    if (pinned >= 0 && rows.includes(pinned)) page = Math.floor(rows.indexOf(pinned) / ROWS);
    page = Math.min(page, pages - 1);
    const first = page * ROWS, seen = rows.slice(first, first + ROWS);
    body.replaceChildren(...seen.map(line));
    const range = pages > 1 ? `${first + 1} to ${first + seen.length} of ` : "";
    said.textContent = `${range}${rows.length} of ${count} students`.replace(`${count} of ${count}`, `${count}`);
    $("back").disabled = page === 0;
    $("on").disabled = page === pages - 1;
    $("pager").hidden = pages === 1;
  }

  const collator = new Intl.Collator(undefined, { numeric: true });
  function key(at) {
    if (at === 0) return (row) => data.students[row];
    const column = data.columns[at - 1];
    if (column) return (row) => column.cells[row];
    const mark = at - 1 - data.columns.length;
    return (row) => ORDER.indexOf(data.marks.words[row][mark] ?? ".");
  }

  function sortBy(at) {
    const of = key(at), sign = falling ? -1 : 1;
    order = [...Array(count).keys()].sort((a, b) => {
      const x = of(a), y = of(b);
      if (x === null || y === null) return (x === null) - (y === null) || a - b;
      return sign * (typeof x === "number" ? x - y : collator.compare(x, y)) || a - b;
    });
  }

  const heads = [...document.querySelectorAll("th[data-sort]")];
  heads.forEach((head, at) => head.querySelector("button").addEventListener("click", () => {
    falling = sorted === at && !falling;
    sorted = at;
    heads.forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", falling ? "descending" : "ascending");
    pinned = -1;
    page = 0;
    sortBy(at);
    draw();
  }));

  const turn = (by) => () => { pinned = -1; page += by; draw(); };
  $("back").addEventListener("click", turn(-1));
  $("on").addEventListener("click", turn(1));
  function filtered() {
    pinned = -1;
    page = 0;
    const kept = new URLSearchParams();
    if (search.value) kept.set("find", search.value);
    if (show.value) kept.set("show", show.value);
    history.replaceState(null, "", kept.size ? `#${kept}` : location.pathname);
    draw();
  }
  search.addEventListener("input", filtered);
  show.addEventListener("change", filtered);

  // #student=NAME, #show=has:MISTAKE, #show=fails:CRITERION and #find=TEXT are links into the table.
  function follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const student = asked.get("student");
    if (student === null && !asked.has("show") && !asked.has("find")) return false;
    search.value = asked.get("find") ?? "";
    show.value = asked.get("show") ?? "";
    pinned = student === null ? -1 : data.students.indexOf(student);
    page = 0;
    draw();
    ($("pinned") ?? $("students")).scrollIntoView({ block: "center" });
    return true;
  }
  addEventListener("hashchange", follow);
  if (!follow()) draw();
  addEventListener("beforeprint", () => body.replaceChildren(...matching().map(line)));
  addEventListener("afterprint", draw);
})();
