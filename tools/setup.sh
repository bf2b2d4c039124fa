# Shared by ./quickstart, ./check and tools that build: what to install, how to configure and build, how to say so.
# Sourced, not run; the caller has set `root` to the folder of the sources and `log` to a file to write to.

# To build and to run.
build_packages=(
    g++ cmake ninja-build pkg-config
    libeigen3-dev libopenblas-dev libspectra-dev liblinear-dev
    libmatio-dev libhdf5-dev zlib1g-dev libxxhash-dev
    libfmt-dev nlohmann-json3-dev libcli11-dev
    esbuild node-d3-array node-d3-format
)
# To test, on top of the above.
test_packages=(
    libgtest-dev libgmock-dev libbenchmark-dev clang-format clang-tidy coinor-csdp
    python3 python3-pytest python3-numpy python3-scipy python3-sklearn
    python3-dev pybind11-dev python3-pip python3-setuptools python3-wheel
    libopenmpi-dev openmpi-bin
    patchelf python3-jsonschema python3-joblib python3-tqdm python3-pandas python3-matplotlib python3-anndata python3-h5py
    python3-dask python3-distributed
)
# For the wheel, tools/package_deb and tools/test_packages, on top of those to build.
package_packages=(
    python3 python3-dev pybind11-dev python3-pip python3-setuptools python3-wheel python3-venv
    python3-numpy python3-scipy python3-sklearn python3-h5py
    patchelf dpkg-dev lintian debootstrap
)
# For the code of docs/r.md and docs/octave.md.
recipe_packages=(r-base-core r-cran-jsonlite octave)
# For tools/build_docs.
docs_packages=(
    python3 python3-sphinx python3-myst-parser furo esbuild libjs-katex python3-sphinx-gallery python3-matplotlib python3-breathe doxygen
    python3-dev pybind11-dev python3-numpy python3-scipy python3-sklearn python3-pandas
)
# For the preset `clang`.
clang_packages=(clang)
# For the tests of the report in a browser, on top of those to test.
browser_packages=(chromium nodejs npm fonts-dejavu-core)
# For tools/fuzz_all and tools/sanitize_all, on top of those to build and to test.
fuzz_packages=(clang libclang-rt-dev)

say() { printf 'tamis: %s\n' "$*" >&2; }

# stage TEXT COMMAND…: one line on stderr; the command's output goes to the log, and to stderr if it fails.
stage() {
    local text=$1 started=$SECONDS
    shift
    say "$text"
    local begin
    begin=$(($(wc -c <"$log") + 1))
    printf '== %s\n' "$text" >>"$log"
    # Descriptor 3 is the user's, for stages that show how far they are.
    if ! "$@" 3>&2 >>"$log" 2>&1 </dev/null; then
        tail -c "+$begin" "$log" >&2
        say "failed after $((SECONDS - started)) s: $text (the output above is also in $log)"
        exit 1
    fi
}

start_log() {
    mkdir -p "$(dirname "$log")"
    : >"$log"
}

missing_packages() {
    local installed package
    # dpkg-query fails when it does not know one of the names; that one is missing then.
    installed=$({ dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null || true; } | sed -n 's/^ii *//p')
    for package in "$@"; do
        grep -qxF -- "$package" <<<"$installed" || printf '%s\n' "$package"
    done
}

apt_install() {
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -q)
    [ "$(id -u)" -eq 0 ] || apt=(sudo "${apt[@]}")
    "${apt[@]}" update || echo "apt-get update failed; going on with the package lists that are there"
    "${apt[@]}" install -y --no-install-recommends "$@"
}

install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "this is not a Debian system, so nothing is installed for you; building with what is there."
        say "What is needed, by the names of the Debian packages: $*"
        return
    fi
    local missing
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        say "packages are missing, and installing them takes root or sudo. Run this as root, then try again:"
        say "    apt-get install --no-install-recommends ${missing[*]}"
        exit 1
    fi
    stage "installing ${#missing[@]} packages: ${missing[*]}" apt_install "${missing[@]}"
}

# The browser and the npm packages of tests/browser, which go to build/browser. What cannot be had there is said, and the
# browser tests are then skipped: they are the only ones that need more than Debian's archive.
install_browser() {
    local wanted=("${browser_packages[@]}") missing folder=$root/build/browser here=$root/tests/browser
    # Node from elsewhere brings npm along, and Debian's npm does not go with it.
    ! command -v npm >/dev/null || mapfile -t wanted < <(printf '%s\n' "${wanted[@]}" | grep -vx -e npm -e nodejs)
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        mapfile -t missing < <(missing_packages "${wanted[@]}")
        if [ ${#missing[@]} -gt 0 ]; then
            say "installing ${#missing[@]} packages for the browser tests: ${missing[*]}"
            apt_install "${missing[@]}" >>"$log" 2>&1 </dev/null ||
                { say "they could not be installed, so the browser tests are skipped (see $log)"; return 0; }
        fi
    fi
    command -v npm >/dev/null || { say "there is no npm, so the browser tests are skipped"; return 0; }
    if ! cmp -s "$here/package-lock.json" "$folder/installed.json"; then
        say "installing the npm packages of the browser tests"
        mkdir -p "$folder"
        cp "$here/package.json" "$here/package-lock.json" "$here/.npmrc" "$folder"
        if (cd "$folder" && npm ci) >>"$log" 2>&1 </dev/null; then
            cp "$here/package-lock.json" "$folder/installed.json"
        else
            say "they could not be installed, so the browser tests are skipped (see $log)"
        fi
    fi
}

# build PRESET [TARGET…]: configures when there is no build of these very sources yet (Ninja repeats it when the
# CMake files change), then builds what is out of date (everything if no target is named).
build() {
    local preset=$1
    shift
    local folder=$root/build/$preset
    if [ ! -f "$folder/build.ninja" ] ||
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt" 2>/dev/null; then
        local options=(--preset "$preset")
        [ ! -f "$folder/CMakeCache.txt" ] || options+=(--fresh)
        if command -v ccache >/dev/null; then
            options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
        fi
        stage "configuring ($preset)" cmake -S "$root" "${options[@]}"
        stage "building ($preset); this takes some minutes the first time" run_build "$folder" "$@"
    else
        stage "building what has changed ($preset)" run_build "$folder" "$@"
    fi
}

progress_seconds=30  # between two lines where there is no terminal

# Reads the log of a running build and shows how far it is on descriptor 3: on a terminal as one line that is
# rewritten, otherwise as a line now and then. Ends with the script that started it.
show_progress() {
    local last="" shown=$SECONDS news
    while kill -0 $$ 2>/dev/null; do
        sleep 1
        # Ninja writes [12/340] in front of every step.
        news=$(tail -c 4096 "$log" | grep -o '^\[[0-9]*/[0-9]*\]' | tail -n 1 | tr -d '[]') || continue
        [ "$news" != "$last" ] || continue
        if [ -t 3 ]; then
            printf '\r\033[Ktamis: built %s of %s' "${news%/*}" "${news#*/}" >&3
        elif [ $((SECONDS - shown)) -ge "$progress_seconds" ]; then
            printf 'tamis: built %s of %s\n' "${news%/*}" "${news#*/}" >&3
            shown=$SECONDS
        fi
        last=$news
    done
}

run_build() {
    local folder=$1 watcher status=0
    shift
    show_progress &
    watcher=$!
    cmake --build "$folder" -j "${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}" --target "${@:-all}" || status=$?
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    if [ -t 3 ]; then printf '\r\033[K' >&3; fi
    return "$status"
}
