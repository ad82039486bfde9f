"""prototype.py run FOLDER: decides every check of the prototype in FOLDER and prints them as JSON.
prototype.py compare CHECKS CLAIMS CASES PROTOTYPE_WALL GERM_WALL: pairs these with the claims of a germ run on the
folder CASES, prints the table, and fails where germ is worse.

A line `# prototype: FAMILY dX DECLARED` in a case file says which check the next backward is.
"""
import json
import pathlib
import re
import sys

WALL_LIMIT = 1 / 3  # of the prototype's wall time
CHECK_LIMIT = 2  # times the prototype's time for the same check


def run(folder):
    """The prototype's own loop, with the times in full."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, folder)
    import cases
    import verify

    for add_family in cases.FAMS:
        add_family()
    checks = []
    for family, program, y, dy, x, declared, right, _ in cases.CASES:
        answer = verify.verify(program, y, dy, x, declared, timeout=20000, dump=None)
        checks.append({"check": f"{family} d{x} {declared}", "family": family, "verdict": answer["verdict"].lower(),
                       "expected": "proved" if right else "refuted", "seconds": answer["t"]})
    json.dump(checks, sys.stdout, indent=1)


def names_of_claims(folder):
    """From a check to the name of its claim, as the pairing lines of the case files say."""
    names = {}
    for path in sorted(pathlib.Path(folder).glob("*.germ")):
        layer = check = None
        for line in path.read_text().splitlines():
            if found := re.match(r"layer (\w+)", line):
                layer, check = found[1], None
            elif found := re.match(r"\s*# prototype: (.+)$", line):
                if found[1] in names:
                    sys.exit(f"{path.name}: a second backward for `{found[1]}`")
                check = found[1]
            elif check and (found := re.match(r"\s*backward (\w+) ", line)):
                names[check], check = f"{layer}.{found[1]}", None
    return names


def paired(checks, claims, names):
    """Each check with its claim, or None where there is none; and the claims that belong to no check."""
    by_name = {claim["name"]: claim for claim in claims["theorems"]}
    pairs = [(check, by_name.pop(names.get(check["check"]), None)) for check in checks]
    return pairs, sorted(by_name)


def table(pairs):
    rows = {}
    for check, claim in pairs:
        row = rows.setdefault(check["family"], [0, 0, 0.0, 0.0])
        row[0] += 1
        row[1] += agree(check, claim)
        row[2] += check["seconds"]
        row[3] += seconds(claim)
    rows["total"] = [sum(column) for column in zip(*rows.values())]
    print(f"{'family':28} {'checks':>6} {'agree':>6} {'prototype s':>12} {'germ s':>9} {'ratio':>6}")
    for family, (count, agreeing, theirs, ours) in rows.items():
        print(f"{family:28} {count:6} {agreeing:6} {theirs:12.3f} {ours:9.3f} {ours / theirs:6.2f}")


def seconds(claim):
    return claim["ms"] / 1000 if claim else 0.0


def agree(check, claim):
    return claim is not None and claim["verdict"] == check["verdict"] == check["expected"]


def compare(checks_file, claims_file, cases, prototype_wall, germ_wall):
    checks = json.loads(pathlib.Path(checks_file).read_text())
    claims = json.loads(pathlib.Path(claims_file).read_text())
    theirs, ours = float(prototype_wall), float(germ_wall)
    pairs, alone = paired(checks, claims, names_of_claims(cases))
    table(pairs)
    print(f"wall time: prototype {theirs:.2f} s, germ {ours:.2f} s, ratio {ours / theirs:.2f}")
    faults = [f"no check of the prototype: {name}" for name in alone if name != "first.backward"]
    for check, claim in pairs:
        if claim is None:
            faults.append(f"no claim: {check['check']}")
            continue
        if not agree(check, claim):
            faults.append(f"verdict: {check['check']}: {check['expected']} expected, prototype {check['verdict']}, "
                          f"germ {claim['verdict']}")
        if seconds(claim) > CHECK_LIMIT * check["seconds"]:
            faults.append(f"slow: {check['check']}: prototype {check['seconds']:.3f} s, germ {seconds(claim):.3f} s")
    if ours > WALL_LIMIT * theirs:
        faults.append(f"slow: the whole takes {ours / theirs:.2f} of the prototype's wall time")
    print("\n".join(faults) or "no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "run":
        run(sys.argv[2])
    elif len(sys.argv) == 7 and sys.argv[1] == "compare":
        sys.exit(compare(*sys.argv[2:]))
    else:
        sys.exit(__doc__)
