// SPDX-License-Identifier: MIT
#include "io/system.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
    #include <fcntl.h>
    #include <io.h>
    #include <windows.h>

void system_begin(void)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
}

bool system_identify(int file, uint64_t identity[2])
{
    BY_HANDLE_FILE_INFORMATION info;
    const HANDLE               handle = (HANDLE)_get_osfhandle(file);
    if (GetFileType(handle) != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &info))
        return false;
    identity[0] = info.dwVolumeSerialNumber;
    identity[1] = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    return true;
}

bool system_identify_path(const char *path, uint64_t identity[2])
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const bool is_file = system_identify(_fileno(file), identity);
    fclose(file);
    return is_file;
}

int system_cores(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (int)info.dwNumberOfProcessors;
}

// Windows cannot copy a process: the command is run by its path, and prints into a file that is gone once closed.
FILE *system_output_of(const char *name, const char *words, void (*run)(int count, char **words))
{
    (void)run;
    char        command[MAX_PATH], folder[MAX_PATH], path[MAX_PATH], line[3 * MAX_PATH + 600];
    const DWORD command_length = GetModuleFileNameA(NULL, command, sizeof command);
    if (command_length == 0 || command_length == sizeof command || GetTempPathA(sizeof folder, folder) == 0 ||
        GetTempFileNameA(folder, "swv", 0, path) == 0)
        return NULL;
    snprintf(line, sizeof line, "\"\"%s\" %s %s >\"%s\" 2>NUL\"", command, name, words, path);
    const int status = system(line);
    FILE     *file = fopen(path, "rbD");
    if (file && status == 0)
        return file;
    if (file)
        fclose(file);
    return NULL;
}

#else
    #include <sys/stat.h>
    #include <sys/types.h>
    #include <sys/wait.h>
    #include <unistd.h>

void system_begin(void)
{
}

static bool identify(const struct stat *status, uint64_t identity[2])
{
    identity[0] = (uint64_t)status->st_dev;
    identity[1] = (uint64_t)status->st_ino;
    return S_ISREG(status->st_mode);
}

bool system_identify(int file, uint64_t identity[2])
{
    struct stat status;
    return fstat(file, &status) == 0 && identify(&status, identity);
}

// Not opened: that would wait for somebody to write into a pipe.
bool system_identify_path(const char *path, uint64_t identity[2])
{
    struct stat status;
    return stat(path, &status) == 0 && identify(&status, identity);
}

int system_cores(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : (int)cores;
}

static void run_into(FILE *file, const char *text, void (*run)(int count, char **words))
{
    enum { MAX_WORDS = 32, MAX_LENGTH = 512 };
    char  line[MAX_LENGTH], *words[MAX_WORDS];
    int   count = 0;
    FILE *nowhere = freopen("/dev/null", "w", stderr);
    (void)nowhere;
    if (dup2(fileno(file), STDOUT_FILENO) < 0)
        _exit(EXIT_FAILURE);
    snprintf(line, sizeof line, "%s", text);
    for (char *word = strtok(line, " "); word && count < MAX_WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    run(count, words);
    _exit(fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE);
}

FILE *system_output_of(const char *name, const char *words, void (*run)(int count, char **words))
{
    (void)name;
    FILE *file = tmpfile();
    if (!file)
        return NULL;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        run_into(file, words, run);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fclose(file);
        return NULL;
    }
    rewind(file);
    return file;
}
#endif
